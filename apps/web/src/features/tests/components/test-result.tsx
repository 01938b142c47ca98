import type { FinishedTest } from "@repasa/contract/tests.ts";
import { useQuery } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteTestDialog } from "#features/tests/components/delete-test-dialog.tsx";
import { ResultQuestion } from "#features/tests/components/result-question.tsx";
import { testableFoldersQuery, testsQuery } from "#features/tests/tests.api.ts";
import { findLanguage } from "#features/tests/tests.comparing.ts";
import { describeEstimate, describeScore } from "#features/tests/tests.wording.ts";
import { localDateOf } from "#lib/local-date.ts";
import { counted } from "#lib/plural.ts";
import { longDay } from "#lib/wording.ts";
import { MISSED, paths, withQuery } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";

/** The result of a finished test, and each of its questions with the given answer and the right one. */
export function TestResult({ test }: { test: FinishedTest }) {
  const [deleting, setDeleting] = useState(false);
  const { data: tests } = useQuery(testsQuery());
  const { data: folders = [] } = useQuery(testableFoldersQuery());
  const listed = tests?.find(({ id }) => id === test.id);
  const language = findLanguage(folders, listed?.folderIds ?? []);
  const missed = new Set(test.questions.filter(({ right }) => !right).map(({ cardId }) => cardId)).size;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <PageHeader
        title={test.name}
        backHref={paths.folders()}
        subtitle={`Test del ${longDay(localDateOf(new Date(test.finishedAt), 0))}`}
        menu={
          <PageMenu
            label="Más opciones del test"
            items={[{ label: "Eliminar test", icon: <Trash2 />, onSelect: () => setDeleting(true) }]}
          />
        }
      />
      <section aria-labelledby="resultado" className="surface-card grid gap-4 p-5 md:p-6">
        <h2 id="resultado" className="sr-only">
          Resultado
        </h2>
        <p className="tabular font-bold text-4xl text-brand-ink">{describeScore(test)}</p>
        <p className="text-balance">{describeEstimate(test, listed?.cards)}</p>
        {missed > 0 && (
          <ButtonLink
            href={withQuery(paths.study(), { [MISSED]: test.id })}
            size="lg"
            icon={<Play aria-hidden />}
            className="justify-self-start max-md:justify-self-stretch"
          >
            {missed === 1 ? "Repasar la fallada" : `Repasar las ${counted(missed, "fallada", "falladas")}`}
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="preguntas">
        <h2 id="preguntas" className="mb-3 text-lg">
          Preguntas
        </h2>
        <ol className="grid gap-3">
          {test.questions.map((question) => (
            <li key={question.n}>
              <ResultQuestion testId={test.id} question={question} language={language} />
            </li>
          ))}
        </ol>
      </section>
      <DeleteTestDialog testId={test.id} open={deleting} onOpenChange={setDeleting} />
    </div>
  );
}
