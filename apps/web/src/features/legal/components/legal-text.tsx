import type { ReactNode } from "react";
import { supportEmail } from "#lib/support-email.ts";
import { textLink } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";

type LegalTextProps = {
  title: string;
  summary: string;
  updated: string;
  backHref?: string | undefined;
  children: ReactNode;
};

export function LegalText({ title, summary, updated, backHref, children }: LegalTextProps) {
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title={title} subtitle={`Última actualización: ${updated}`} backHref={backHref} />
      <p className="text-lg">{summary}</p>
      {children}
      <p className="mt-9 text-sm">
        {/* A file of the build, which the router does not know. */}
        <a href="/licenses.txt" className="inline-flex min-h-11 items-center rounded-sm text-ink-soft hover:underline">
          Licencias de los programas que contiene Repasa
        </a>
      </p>
    </div>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="text-xl">{title}</h2>
      <div className="mt-2.5 flex flex-col gap-3 text-input">{children}</div>
    </section>
  );
}

export function LegalList({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-soft">{children}</ul>;
}

export function SupportLink() {
  const address = supportEmail();
  return (
    <a href={`mailto:${address}`} className={`${textLink} [overflow-wrap:anywhere]`}>
      {address}
    </a>
  );
}
