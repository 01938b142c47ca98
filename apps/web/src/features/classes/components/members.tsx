import type { Class, Member } from "@repasa/contract/classes.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil, UserMinus } from "lucide-react";
import { useId, useState } from "react";
import { membersQuery, useRemoveMember } from "#features/classes/classes.api.ts";
import { MemberNameDialog } from "#features/classes/components/member-name-dialog.tsx";
import { failureOf } from "#lib/query-failure.ts";
import { search } from "#lib/text-search.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { MAX_WITHOUT_SEARCH, SearchField } from "#ui/search-field.tsx";
import { ShortList } from "#ui/short-list.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

/** The members of a class, as its teacher sees them. */
export function Members({ one }: { one: Class }) {
  const heading = useId();
  const query = useQuery(membersQuery(one.id));
  const { data: members, isPending } = query;
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Miembros
      </h2>
      {members ? (
        <MemberList classId={one.id} members={members} />
      ) : isPending ? (
        <SkeletonGroup className="mt-2 grid gap-2" shapes={["h-11", "h-11"]} />
      ) : (
        <LoadFailure what="los miembros" {...failureOf(query)} />
      )}
    </section>
  );
}

function MemberList({ classId, members }: { classId: number; members: readonly Member[] }) {
  const [chosen, setChosen] = useState<{ member: Member; open: boolean } | null>(null);
  const [naming, setNaming] = useState(false);
  const [sought, setSought] = useState("");
  const isLong = members.length > MAX_WITHOUT_SEARCH;
  const found = isLong ? search(members, sought, ({ name }) => [name]) : members;
  const me = members.find((member) => member.me);
  return (
    <>
      {isLong && (
        <SearchField label="Buscar miembros..." value={sought} onValueChange={setSought} className="mt-3 mb-2" />
      )}
      {found.length === 0 && <p className="py-6 text-center text-ink-soft">Nadie se llama así en la clase.</p>}
      <ShortList items={found}>
        {(member) => (
          <li key={member.id} className="flex min-h-13 items-center gap-2">
            <div className="min-w-0 flex-1 py-1.5">
              <p className="wrap-anywhere font-semibold">{member.name}</p>
              <p className="text-ink-soft text-sm">{describeMember(member)}</p>
            </div>
            {member.me ? (
              <IconButton label="Cambiar mi nombre" icon={<Pencil />} onClick={() => setNaming(true)} />
            ) : (
              <IconButton
                label={`Sacar a ${member.name} de la clase`}
                icon={<UserMinus />}
                tone="danger"
                onClick={() => setChosen({ member, open: true })}
              />
            )}
          </li>
        )}
      </ShortList>
      {members.length === 1 && (
        <p className="mt-2 text-ink-soft text-sm">Comparte el código para que entren tus estudiantes.</p>
      )}
      {chosen && (
        <TakeOutDialog
          open={chosen.open}
          onOpenChange={(open) => setChosen({ ...chosen, open })}
          subject={{ classId, ...chosen.member }}
        />
      )}
      {me && <MemberNameDialog open={naming} onOpenChange={setNaming} classId={classId} member={me} />}
    </>
  );
}

function describeMember({ me, sharesProgress }: Member): string {
  if (me) return "Tú, a la vista de la clase";
  return sharesProgress ? "Comparte su progreso" : "No comparte su progreso";
}

const TakeOutDialog = deleteDialog({
  title: ({ name }: Member & { classId: number }) => `¿Sacar a ${name} de la clase?`,
  description:
    "Conserva las cartas y sus repasos. Deja de recibir los cambios de las carpetas, y se quitan los exámenes de la clase.",
  confirmLabel: "Sacar de la clase",
  useDeletion: useRemoveMember,
});
