import { Smartphone } from "lucide-react";
import { useState } from "react";
import { askToInstall } from "#features/installation/installation.prompt.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { OfferCard } from "#ui/offer-card.tsx";

/** Offers once, at the end of a study session, to install the app. */
export function InstallOffer() {
  const [answer, setAnswer] = useState<"yes" | "no" | null>(null);
  const accept = () => {
    setAnswer("yes");
    void askToInstall();
  };
  if (answer === "yes") return null;
  return (
    <OfferCard
      id="install-offer"
      Icon={Smartphone}
      title="¿Quieres tener Repasa entre tus aplicaciones?"
      text={
        <p role="status" className="mt-1 text-ink-soft text-sm">
          {answer === null ? (
            "Se abre al momento, también sin conexión."
          ) : (
            <>
              De acuerdo, no volveremos a preguntar. La encontrarás en{" "}
              <Link href={paths.settings()} className={textLink}>
                Ajustes
              </Link>
              .
            </>
          )}
        </p>
      }
    >
      {answer === null && (
        <div className="mt-4 grid grid-cols-2 gap-2 md:flex md:justify-end">
          <Button variant="ghost" className="min-h-12" onClick={() => setAnswer("no")}>
            Ahora no
          </Button>
          <Button variant="outline" className="min-h-12" onClick={accept}>
            Instalar Repasa
          </Button>
        </div>
      )}
    </OfferCard>
  );
}
