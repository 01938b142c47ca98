import type { Class } from "@repasa/contract/classes.ts";
import { useQuery } from "@tanstack/react-query";
import { GraduationCap, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { classesQuery } from "#features/classes/classes.api.ts";
import { ClassNameDialog } from "#features/classes/components/class-name-dialog.tsx";
import { ClassRow } from "#features/classes/components/class-row.tsx";
import { JoinDialog } from "#features/classes/components/join-dialog.tsx";
import { failureOf } from "#lib/query-failure.ts";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { CLASS_CODE, paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RowList, RowListSkeleton } from "#ui/row-list.tsx";

export function ClassList() {
  const query = useQuery(classesQuery());
  const { data: classes, isPending } = query;
  const [address, setAddress] = useAddressQuery();
  const code = address.get(CLASS_CODE) ?? "";
  const [dialog, setDialog] = useState<"create" | "join" | null>(code === "" ? null : "join");
  const [, navigate] = useLocation();
  const hide = (open: boolean) => {
    if (open) return;
    setDialog(null);
    setAddress({ [CLASS_CODE]: "" });
  };
  const open = ({ id }: Class) => navigate(paths.classes(id));
  return (
    <>
      <PageHeader
        title="Clases"
        backHref={paths.settings()}
        actions={
          classes &&
          classes.length > 0 && (
            <>
              <Button
                variant="outline"
                icon={<Plus aria-hidden />}
                onClick={() => setDialog("create")}
                className="max-md:grow"
              >
                Crear clase
              </Button>
              <Button onClick={() => setDialog("join")} className="max-md:grow">
                Unirme a una clase
              </Button>
            </>
          )
        }
      />
      {classes && <NeedsConnection>Para cambiar tus clases hace falta conexión.</NeedsConnection>}
      {classes ? (
        classes.length === 0 ? (
          <NoClasses onJoin={() => setDialog("join")} onCreate={() => setDialog("create")} />
        ) : (
          <RowList
            label="Clases"
            items={classes}
            itemKey={({ id }) => id}
            renderItem={(one) => <ClassRow one={one} level={2} />}
          />
        )
      ) : isPending ? (
        <RowListSkeleton rows={2} />
      ) : (
        <LoadFailure what="tus clases" {...failureOf(query)} />
      )}
      <ClassNameDialog open={dialog === "create"} onOpenChange={hide} onSaved={open} />
      <JoinDialog open={dialog === "join"} onOpenChange={hide} code={code} onJoined={open} />
    </>
  );
}

function NoClasses({ onJoin, onCreate }: { onJoin: () => void; onCreate: () => void }) {
  return (
    <EmptyState
      icon={<GraduationCap />}
      title="Estudia con tu clase"
      text="Si tu docente usa Repasa, pídele el código. Si das clase, crea una: repartes tus carpetas y ves si la clase está lista."
      action={
        <div className="flex flex-col gap-2">
          <Button size="lg" onClick={onJoin}>
            Unirme a una clase
          </Button>
          <Button variant="ghost" onClick={onCreate}>
            Crear clase
          </Button>
        </div>
      }
    />
  );
}
