import { paths, WAY, ways, withQuery } from "#paths.ts";
import { Link } from "#ui/link.tsx";

const links = [
  { way: ways.flip, label: "Voltear" },
  { way: ways.type, label: "Escribir" },
  { way: ways.choose, label: "Elegir" },
  { way: ways.pairs, label: "Parejas" },
] as const;

const look =
  "-outline-offset-2 flex min-h-11 items-center rounded-control px-2 font-semibold text-brand-ink text-sm hover:bg-brand-soft md:px-3";

/** The other ways of being asked, below the button that studies the folder in its own way. */
export function OtherWays({ folderId, onQuiz }: { folderId: number; onQuiz: () => void }) {
  return (
    <nav aria-label="Formas de estudiar" className="-mx-2 -mt-3 mb-1 md:-mt-5 md:mb-2">
      <ul className="flex flex-wrap justify-between md:justify-start lg:justify-end">
        {links.map(({ way, label }) => (
          <li key={way}>
            <Link href={withQuery(paths.study(folderId), { [WAY]: way })} className={look}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onQuiz} className={look}>
            Hacer un test
          </button>
        </li>
      </ul>
    </nav>
  );
}
