import type { Class, Member } from "@repasa/contract/classes.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import { membersQuery, useUpdateMember } from "#features/classes/classes.api.ts";
import { MemberNameDialog } from "#features/classes/components/member-name-dialog.tsx";
import { failureOf } from "#lib/query-failure.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** What a student sees of the members: the teacher and herself, with what she shares. */
export function OwnMembership({ one }: { one: Class }) {
  const heading = useId();
  const query = useQuery(membersQuery(one.id));
  const { data: members, isPending } = query;
  const me = members?.find((member) => member.me);
  const teacher = members?.find(({ role }) => role === "teacher");
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Tú en esta clase
      </h2>
      {me && teacher ? (
        <Membership classId={one.id} me={me} teacher={teacher} />
      ) : isPending ? (
        <SkeletonGroup className="mt-2 grid gap-2" shapes={["h-11", "h-16"]} />
      ) : (
        <LoadFailure what="lo que compartes" {...failureOf(query)} />
      )}
    </section>
  );
}

function Membership({ classId, me, teacher }: { classId: number; me: Member; teacher: Member }) {
  const [naming, setNaming] = useState(false);
  const update = useUpdateMember();
  const sharesProgress = update.isPending ? (update.variables.sharesProgress ?? me.sharesProgress) : me.sharesProgress;
  return (
    <>
      <dl className="mt-2 grid gap-2">
        <div>
          <dt className="text-ink-soft text-sm">Da la clase</dt>
          <dd className="wrap-anywhere font-semibold">{teacher.name}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">Tu nombre</dt>
          <dd className="-mt-2.5 flex items-center gap-2">
            <span className="wrap-anywhere min-w-0 flex-1 font-semibold">{me.name}</span>
            <IconButton label="Cambiar mi nombre" icon={<Pencil />} onClick={() => setNaming(true)} />
          </dd>
        </div>
      </dl>
      <div className="mt-3 border-line border-t pt-3">
        <SwitchField
          label="Compartir mi progreso"
          hint="Tu docente ve cuántas cartas has visto y cuánto se espera que recuerdes. Nunca tus respuestas ni cuándo estudias."
          checked={sharesProgress}
          onCheckedChange={(next) => update.mutate({ classId, id: me.id, sharesProgress: next })}
        />
      </div>
      <MemberNameDialog open={naming} onOpenChange={setNaming} classId={classId} member={me} />
    </>
  );
}
