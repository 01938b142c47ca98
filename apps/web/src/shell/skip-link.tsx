export function SkipLink() {
  return (
    <a
      href="#contenido"
      className="-translate-y-24 fixed top-3 left-3 z-60 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:translate-y-0"
    >
      Saltar al contenido
    </a>
  );
}
