import { Check, Copy, Share2 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";
import { type HandedOn, useHandOn } from "#ui/use-hand-on.ts";

type HandOnButtonsProps = {
  handedOn: HandedOn;
  /** What is copied, as in "Copiar enlace". */
  noun: "enlace" | "código";
  /** Spoken once it was copied. */
  announcement: string;
  shareVariant?: ComponentProps<typeof Button>["variant"];
};

/** The two ways to hand something on: the apps of the device, and the clipboard. */
export function HandOnButtons({ handedOn, noun, announcement, shareVariant }: HandOnButtonsProps) {
  const { isCopied, hasFailed, share, copy } = useHandOn(handedOn);
  return (
    <>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant={shareVariant} icon={<Share2 aria-hidden />} onClick={share}>
          Compartir
        </Button>
        <Button variant="outline" icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={copy}>
          {isCopied ? "Copiado" : `Copiar ${noun}`}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isCopied && announcement}
      </p>
      <FormError message={hasFailed ? `No se pudo copiar. Selecciona el ${noun} y cópialo.` : undefined} />
    </>
  );
}
