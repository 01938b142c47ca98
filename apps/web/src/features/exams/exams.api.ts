import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { EndpointOf } from "@repasa/contract/client.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

type NewExam = CallInput<EndpointOf<typeof examEndpoints.create>>["body"];
type ChangedExam = CallInput<EndpointOf<typeof examEndpoints.update>>["body"];

export const examsQuery = () => endpointQuery(examEndpoints.list);
export const examForecastQuery = (id: number) =>
  endpointQuery(examEndpoints.forecast, { params: { id } }, { staleTime: 60_000 });
export const examLoadQuery = (days: number, enabled: boolean) =>
  endpointQuery(examEndpoints.load, { query: { days: String(days) } }, { staleTime: 60_000, enabled });
export const examOutcomeQuery = (id: number) => endpointQuery(examEndpoints.outcome, { params: { id } });
/** The folders that can be chosen for an exam. */
export const choosableFoldersQuery = () => endpointQuery(folderEndpoints.list);

export function useCreateExam() {
  return useChange(examEndpoints.create, {
    input: (body: NewExam) => ({ body }),
    onSuccess: () => announce("Examen creado"),
    failure: "Error al crear el examen",
  });
}

export function useUpdateExam() {
  return useChange(examEndpoints.update, {
    input: ({ id, ...body }: ChangedExam & { id: number }) => ({ params: { id }, body }),
    onSuccess: () => announce("Examen actualizado"),
    failure: "Error al actualizar el examen",
  });
}

export function useRemoveExam() {
  return useChange(examEndpoints.remove, {
    input: ({ id }: Exam) => ({ params: { id } }),
    onSuccess: () => announce("Examen eliminado"),
    failure: "Error al eliminar el examen",
    write: (cache, _, { id }) => {
      const { queryKey } = examsQuery();
      cache.setQueryData<Exam[]>(queryKey, (exams) => exams?.filter((exam) => exam.id !== id));
      // These are not reloaded, because the exam's page is still mounted and would request a deleted exam.
      return [queryKey, examForecastQuery(id).queryKey, examOutcomeQuery(id).queryKey];
    },
  });
}
