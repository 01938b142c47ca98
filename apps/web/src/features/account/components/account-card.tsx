import { KeyRound, type LucideIcon, Mail } from "lucide-react";
import { useState } from "react";
import { useConfirmationWatch } from "#features/account/account.credentials.ts";
import { EMAIL_CHANGE, EmailState, PendingAddress, Unconfirmed } from "#features/account/components/email-state.tsx";
import { PlanSection } from "#features/billing/components/plan-section.tsx";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { toast } from "#ui/toast.ts";

const loadEmailDialog = async () => (await import("#features/account/components/email-dialog.tsx")).EmailDialog;
const loadPasswordDialog = async () =>
  (await import("#features/account/components/password-dialog.tsx")).PasswordDialog;

type Shown = "none" | "email" | "password";

export function AccountCard() {
  const { isEmailVerified, pendingEmail } = useUser();
  const [shown, setShown] = useState<Shown>("none");
  const opener = (dialog: Shown) => (open: boolean) => setShown(open ? dialog : "none");
  const missing = () => {
    setShown("none");
    toast({ description: "No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  };
  const EmailDialog = useLateComponent(shown === "email", loadEmailDialog, 0, missing);
  const PasswordDialog = useLateComponent(shown === "password", loadPasswordDialog, 0, missing);
  return (
    <section aria-label="Cuenta" className="surface-card overflow-hidden">
      <Person />
      {pendingEmail !== null ? (
        <PendingAddress key={pendingEmail} address={pendingEmail} />
      ) : (
        !isEmailVerified && <Unconfirmed />
      )}
      <ul className="divide-y divide-line border-line border-t">
        <Action id={EMAIL_CHANGE} Icon={Mail} label="Cambiar correo" onClick={() => setShown("email")} />
        <Action Icon={KeyRound} label="Cambiar contraseña" onClick={() => setShown("password")} />
      </ul>
      {EmailDialog && <EmailDialog open={shown === "email"} onOpenChange={opener("email")} />}
      {PasswordDialog && <PasswordDialog open={shown === "password"} onOpenChange={opener("password")} />}
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

type ActionProps = { id?: string; Icon: LucideIcon; label: string; onClick: () => void };

function Action({ id, Icon, label, onClick }: ActionProps) {
  return (
    <li>
      <button
        id={id}
        type="button"
        onClick={onClick}
        className="-outline-offset-2 flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold hover:bg-sunken md:px-5"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        {label}
      </button>
    </li>
  );
}
