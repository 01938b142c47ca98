import type { Assignment, Class } from "@repasa/contract/classes.ts";
import { useQuery } from "@tanstack/react-query";
import { LogOut, Pencil, Plus, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { classQuery } from "#features/classes/classes.api.ts";
import { describeRole } from "#features/classes/classes.wording.ts";
import { AssignmentDialog } from "#features/classes/components/assignment-dialog.tsx";
import { AssignmentList } from "#features/classes/components/assignment-list.tsx";
import { ClassCode } from "#features/classes/components/class-code.tsx";
import { LeaveClassDialog, RemoveClassDialog, RenewCodeDialog } from "#features/classes/components/class-dialogs.tsx";
import { ClassNameDialog } from "#features/classes/components/class-name-dialog.tsx";
import { Members } from "#features/classes/components/members.tsx";
import { OwnMembership } from "#features/classes/components/own-membership.tsx";
import { isNotFound } from "#lib/api-error.ts";
import { failureOf } from "#lib/query-failure.ts";
import { ASSIGNMENT, paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

export function ClassView({ classId }: { classId: number }) {
  const query = useQuery(classQuery(classId));
  const { data, isPending, error } = query;
  if (isNotFound(error)) return <MissingState of="class" />;
  if (data) return data.role === "teacher" ? <TaughtClass one={data} /> : <JoinedClass one={data} />;
  if (isPending) return <ClassSkeleton />;
  return <LoadFailure what="la clase" {...failureOf(query)} />;
}

const layout = "grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6";
const offline = "Para cambiar algo de la clase hace falta conexión.";

function TaughtClass({ one }: { one: Class }) {
  const [shown, setShown] = useState<"assignment" | "name" | "code" | "remove" | null>(null);
  const [, navigate] = useLocation();
  const hide = (open: boolean) => {
    if (!open) setShown(null);
  };
  const items = [
    { label: "Cambiar el nombre", icon: <Pencil />, onSelect: () => setShown("name") },
    { label: "Código nuevo", icon: <RefreshCw />, onSelect: () => setShown("code") },
    { label: "Terminar la clase", icon: <Trash2 />, onSelect: () => setShown("remove") },
  ];
  const leave = useShowClasses();
  const openAssignment = ({ id }: Assignment) => navigate(withQuery(paths.classes(one.id), { [ASSIGNMENT]: id }));
  return (
    <>
      <PageHeader
        title={one.name}
        subtitle={describeRole(one)}
        backHref={paths.classes()}
        actions={
          <Button icon={<Plus aria-hidden />} onClick={() => setShown("assignment")} className="max-md:grow">
            Nueva tarea
          </Button>
        }
        menu={<PageMenu label="Más opciones de la clase" items={items} />}
      />
      <NeedsConnection>{offline}</NeedsConnection>
      <div className={layout}>
        <AssignmentList one={one} />
        <div className="grid min-w-0 gap-4 lg:gap-6">
          {one.code !== null && <ClassCode name={one.name} code={one.code} />}
          <Members one={one} />
        </div>
      </div>
      <AssignmentDialog open={shown === "assignment"} onOpenChange={hide} classId={one.id} onCreated={openAssignment} />
      <ClassNameDialog open={shown === "name"} onOpenChange={hide} renamed={one} />
      <RenewCodeDialog open={shown === "code"} onOpenChange={hide} subject={one} />
      <RemoveClassDialog open={shown === "remove"} onOpenChange={hide} subject={one} onDeleted={leave} />
    </>
  );
}

function JoinedClass({ one }: { one: Class }) {
  const [leaving, setLeaving] = useState(false);
  const leave = useShowClasses();
  const items = [{ label: "Salir de la clase", icon: <LogOut />, onSelect: () => setLeaving(true) }];
  return (
    <>
      <PageHeader
        title={one.name}
        subtitle={describeRole(one)}
        backHref={paths.classes()}
        menu={<PageMenu label="Más opciones de la clase" items={items} />}
      />
      <NeedsConnection>{offline}</NeedsConnection>
      <div className={layout}>
        <AssignmentList one={one} />
        <OwnMembership one={one} />
      </div>
      <LeaveClassDialog open={leaving} onOpenChange={setLeaving} subject={one} onDeleted={leave} />
    </>
  );
}

/** Returns a function that shows the list of classes in place of one that is over. */
function useShowClasses() {
  const [, navigate] = useLocation();
  return () => navigate(paths.classes(), { replace: true });
}

function ClassSkeleton() {
  return <SkeletonGroup shapes={["mt-1 mb-2 h-9 w-56", "mb-7 h-5 w-40", "h-60 rounded-card"]} />;
}
