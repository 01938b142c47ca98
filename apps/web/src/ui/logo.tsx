import { cx } from "#ui/cx.ts";

function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={cx("size-8 text-brand", className)}>
      <rect
        x="8"
        y="2.5"
        width="19"
        height="23"
        rx="5"
        fill="currentColor"
        opacity=".36"
        transform="rotate(9 17.5 14)"
      />
      <rect x="4.5" y="6" width="20" height="23.5" rx="5" fill="currentColor" />
      <path
        d="M9.4 18.4l3.7 3.7 6.7-7.4"
        fill="none"
        className="stroke-on-brand"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-2.5 font-bold text-ink text-xl tracking-tight", className)}>
      <LogoMark />
      Repasa
    </span>
  );
}
