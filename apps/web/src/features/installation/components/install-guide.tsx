import type { ReactNode } from "react";

const steps: readonly { text: string; picture: ReactNode }[] = [
  { text: "Toca el botón Compartir, abajo o arriba en la pantalla.", picture: <ShareButton /> },
  { text: "Baja por la lista y elige «Añadir a pantalla de inicio».", picture: <MenuEntry /> },
  { text: "Toca «Añadir». Repasa aparecerá entre tus aplicaciones.", picture: <HomeScreen /> },
];

/** How to install the app on iOS, where no page may ask for it. */
export function InstallGuide() {
  return (
    <ol className="flex flex-col gap-4 pb-4">
      {steps.map(({ text, picture }, index) => (
        <li key={text} className="flex items-center gap-4">
          <svg
            aria-hidden="true"
            viewBox="0 0 96 64"
            fill="none"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="w-24 shrink-0 rounded-chip bg-sunken stroke-brand-ink"
          >
            {picture}
          </svg>
          <p>
            <span className="font-semibold">{index + 1}.</span> {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A square with an arrow upwards, in the bar of the browser. */
function ShareButton() {
  return (
    <>
      <path d="M0 50h96" className="stroke-line-strong" />
      <path d="M40 25h-4v19h24V25h-4M48 34V12m-6 6 6-6 6 6" />
    </>
  );
}

/** A list of actions, one of which has a plus in a square. */
function MenuEntry() {
  return (
    <>
      <path d="M14 12h40M14 52h46" className="stroke-line-strong" />
      <rect x="6" y="21" width="84" height="22" rx="6" className="fill-surface" />
      <path d="M14 32h44" />
      <rect x="68" y="25" width="14" height="14" rx="4" />
      <path d="M75 29v6m-3-3h6" />
    </>
  );
}

/** Icons in rows, one of which is the app's. */
function HomeScreen() {
  return (
    <>
      {[14, 62].map((x) => (
        <rect key={x} x={x} y="21" width="20" height="20" rx="6" className="stroke-line-strong" />
      ))}
      <rect x="38" y="21" width="20" height="20" rx="6" className="fill-brand stroke-brand" />
      <path d="m43 31 4 4 7-8" className="stroke-on-brand" />
      <path d="M40 50h16" />
    </>
  );
}
