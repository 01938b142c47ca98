import type { Assignment, Class, Member } from "@repasa/contract/classes.ts";
import * as classEndpoints from "@repasa/contract/client/classes.ts";
import type { EndpointOf } from "@repasa/contract/client.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";
import type { QueryClient } from "@tanstack/react-query";
import { hasCode, isUnreachable } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

type NewAssignment = CallInput<EndpointOf<typeof classEndpoints.createAssignment>>["body"];
type ChangedMember = CallInput<EndpointOf<typeof classEndpoints.updateMember>>["body"];
type Membership = CallInput<EndpointOf<typeof classEndpoints.join>>["body"];
export type ClassId = Pick<Class, "id">;
type OfClass = { classId: number };

/** Others change classes, so that each visit asks again. Meanwhile, and without a network, the last response is shown. */
const visited = { staleTime: 0 };

export const classesQuery = () => endpointQuery(classEndpoints.list, {}, visited);
export const classQuery = (id: number) => endpointQuery(classEndpoints.read, { params: { id } }, visited);
export const membersQuery = (id: number) => endpointQuery(classEndpoints.members, { params: { id } }, visited);
export const assignmentsQuery = (id: number) => endpointQuery(classEndpoints.assignments, { params: { id } }, visited);
export const figuresQuery = (id: number, assignmentId: number) =>
  endpointQuery(classEndpoints.figures, { params: { id, assignmentId } }, visited);

/** Returns the sentence for a change that failed. No change of a class waits for a network. */
const orNeedsConnection = (failure: string) => (error: Error) =>
  isUnreachable(error) ? "Para cambiar tus clases hace falta conexión." : failure;

function writeClass(cache: QueryClient, one: Class) {
  const { queryKey } = classQuery(one.id);
  cache.setQueryData(queryKey, one);
  return [queryKey];
}

/** The form itself says that the address must be confirmed first. */
export function useCreateClass() {
  const describe = orNeedsConnection("No se pudo crear la clase. Inténtalo de nuevo.");
  return useChange(classEndpoints.create, {
    input: (body: { name: string }) => ({ body }),
    write: writeClass,
    onSuccess: () => announce("Clase creada"),
    failure: (error) => (hasCode(error, "email_unconfirmed") ? undefined : describe(error)),
  });
}

/** The form itself says that no class has the code. */
export function useJoinClass() {
  const describe = orNeedsConnection("No se pudo entrar en la clase. Inténtalo de nuevo.");
  return useChange(classEndpoints.join, {
    input: (body: Membership) => ({ body }),
    write: writeClass,
    onSuccess: ({ name }) => announce(`Ya estás en ${name}`),
    failure: (error) => (hasCode(error, "not_found") ? undefined : describe(error)),
  });
}

export function useRenameClass() {
  return useChange(classEndpoints.update, {
    input: ({ id, name }: ClassId & { name: string }) => ({ params: { id }, body: { name } }),
    write: writeClass,
    failure: orNeedsConnection("No se pudo cambiar el nombre. Inténtalo de nuevo."),
  });
}

export function useRemoveClass() {
  return useChange(classEndpoints.remove, {
    input: ({ id }: ClassId) => ({ params: { id } }),
    write: forgetClass,
    onSuccess: () => announce("Clase terminada"),
    failure: orNeedsConnection("No se pudo terminar la clase. Inténtalo de nuevo."),
  });
}

export function useRenewCode() {
  return useChange(classEndpoints.renewCode, {
    input: ({ id }: ClassId) => ({ params: { id } }),
    write: writeClass,
    onSuccess: () => announce("Código nuevo"),
    failure: orNeedsConnection("No se pudo cambiar el código. Inténtalo de nuevo."),
  });
}

export function useUpdateMember() {
  return useChange(classEndpoints.updateMember, {
    input: ({ classId, id, ...body }: OfClass & { id: number } & ChangedMember) => ({
      params: { id: classId, memberId: id },
      body,
    }),
    write: (cache, changed, { classId }) => {
      const { queryKey } = membersQuery(classId);
      cache.setQueryData<Member[]>(queryKey, (members) =>
        members?.map((member) => (member.id === changed.id ? changed : member)),
      );
      return [queryKey];
    },
    failure: orNeedsConnection("No se pudo cambiar. Inténtalo de nuevo."),
  });
}

/** Takes somebody out of a class. */
export function useRemoveMember() {
  return useChange(classEndpoints.removeMember, {
    input: ({ classId, id }: OfClass & { id: number }) => ({ params: { id: classId, memberId: id } }),
    // The row disappears before the dialog closes, so that the dialog can give the focus to the row beside it.
    write: (cache, _, { classId, id }) => {
      const { queryKey } = membersQuery(classId);
      cache.setQueryData<Member[]>(queryKey, (members) => members?.filter((member) => member.id !== id));
      return [];
    },
    failure: orNeedsConnection("No se pudo sacar de la clase. Inténtalo de nuevo."),
  });
}

/** Ends one's own membership. */
export function useLeaveClass() {
  return useChange(classEndpoints.removeMember, {
    input: ({ id, memberId }: Pick<Class, "id" | "memberId">) => ({ params: { id, memberId } }),
    write: forgetClass,
    onSuccess: () => announce("Has salido de la clase"),
    failure: orNeedsConnection("No se pudo salir de la clase. Inténtalo de nuevo."),
  });
}

/** Nothing of a class is loaded again, because its page is still mounted and would ask for what is gone. */
function forgetClass(cache: QueryClient, _: unknown, { id }: ClassId) {
  const { queryKey } = classesQuery();
  cache.setQueryData<Class[]>(queryKey, (classes) => classes?.filter((one) => one.id !== id));
  return [queryKey, classQuery(id).queryKey, membersQuery(id).queryKey, assignmentsQuery(id).queryKey];
}

export function useCreateAssignment() {
  return useChange(classEndpoints.createAssignment, {
    input: ({ classId, ...body }: OfClass & NewAssignment) => ({ params: { id: classId }, body }),
    onSuccess: () => announce("Tarea creada"),
    failure: orNeedsConnection("No se pudo crear la tarea. Inténtalo de nuevo."),
  });
}

export function useUpdateAssignment() {
  return useChange(classEndpoints.updateAssignment, {
    input: ({ classId, id, ...body }: OfClass & { id: number } & NewAssignment) => ({
      params: { id: classId, assignmentId: id },
      body,
    }),
    onSuccess: () => announce("Tarea actualizada"),
    failure: orNeedsConnection("No se pudo cambiar la tarea. Inténtalo de nuevo."),
  });
}

export function useRemoveAssignment() {
  return useChange(classEndpoints.removeAssignment, {
    input: ({ classId, id }: OfClass & { id: number }) => ({ params: { id: classId, assignmentId: id } }),
    write: (cache, _, { classId, id }) => {
      const { queryKey } = assignmentsQuery(classId);
      cache.setQueryData<Assignment[]>(queryKey, (all) => all?.filter((one) => one.id !== id));
      // The page of the assignment is still mounted.
      return [queryKey, figuresQuery(classId, id).queryKey];
    },
    onSuccess: () => announce("Tarea eliminada"),
    failure: orNeedsConnection("No se pudo eliminar la tarea. Inténtalo de nuevo."),
  });
}
