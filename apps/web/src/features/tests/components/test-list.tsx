import type { ListedTest } from "@repasa/contract/tests.ts";
import { describeListed } from "#features/tests/tests.wording.ts";
import { localDateOf } from "#lib/local-date.ts";
import { shortDay } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

/** Tests, the newest first, each with its score. */
export function TestList({ tests }: { tests: readonly ListedTest[] }) {
  return (
    <ul aria-label="Tests" className="divide-y divide-line">
      {tests.map((test) => (
        <li key={test.id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5">
          <Link href={paths.test(test.id)} className={textLink}>
            {shortDay(localDateOf(new Date(test.startedAt), 0))}
          </Link>
          <span className="tabular text-ink-soft text-sm">{describeListed(test)}</span>
        </li>
      ))}
    </ul>
  );
}
