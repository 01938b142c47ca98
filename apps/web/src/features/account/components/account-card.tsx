import { ChevronRight, LockKeyhole, Mail } from "lucide-react";
import { useState } from "react";
import { useConfirmationWatch } from "#features/account/account.credentials.ts";
import { ActionRow, actionRow } from "#features/account/components/action-row.tsx";
import { EMAIL_CHANGE, EmailState, PendingAddress, Unconfirmed } from "#features/account/components/email-state.tsx";
import { PlanSection } from "#features/billing/components/plan-section.tsx";
import { useUser } from "#features/session/use-session.ts";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const loadEmailDialog = async () => (await import("#features/account/components/email-dialog.tsx")).EmailDialog;

export function AccountCard() {
  const { isEmailVerified, pendingEmail } = useUser();
  const [open, setOpen] = useState(false);
  const EmailDialog = useLateDialog(open, loadEmailDialog, () => setOpen(false));
  return (
    <section aria-label="Cuenta" className="surface-card overflow-hidden">
      <Person />
      {pendingEmail !== null ? (
        <PendingAddress key={pendingEmail} address={pendingEmail} />
      ) : (
        !isEmailVerified && <Unconfirmed />
      )}
      <ul className="divide-y divide-line border-line border-t">
        <li>
          <ActionRow id={EMAIL_CHANGE} Icon={Mail} label="Cambiar correo" onClick={() => setOpen(true)} />
        </li>
        <li>
          <Link href={paths.settingsSecurity()} className={actionRow}>
            <LockKeyhole aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1">Contraseña y seguridad</span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
          </Link>
        </li>
      </ul>
      {EmailDialog && <EmailDialog open={open} onOpenChange={setOpen} />}
    </section>
  );
}

/** The account at the top of the settings. */
export function AccountSummary() {
  return (
    <section aria-label="Cuenta" className="surface-card overflow-hidden">
      <Person />
      <PlanSection />
    </section>
  );
}

function Person() {
  const user = useUser();
  useConfirmationWatch(user);
  const { email, isEmailVerified } = user;
  return (
    <div className="flex flex-wrap items-center gap-4 p-4 md:p-5">
      <div
        aria-hidden
        className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-ink text-lg"
      >
        {email.charAt(0).toLocaleUpperCase("es")}
      </div>
      <div className="min-w-40 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{email}</p>
        <EmailState confirmed={isEmailVerified} />
      </div>
    </div>
  );
}
