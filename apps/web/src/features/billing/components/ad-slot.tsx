import { Crown } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { Button } from "#ui/button.tsx";
import { IconTile } from "#ui/icon-tile.tsx";

export function AdSlot({ frame }: { frame: string | null }) {
  return frame === null ? <OwnPromotion /> : <Advertisement address={frame} />;
}

function OwnPromotion() {
  return (
    <aside aria-label="Promoción" className="flex items-start gap-4 rounded-card border border-line p-4 md:px-5">
      <IconTile icon={<Crown />} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="text-ink-soft text-xs">Promoción de Repasa</p>
          <p className="font-semibold">Estudia sin anuncios y sin límites</p>
        </div>
        {/* Aligned by its text instead of by its edge. */}
        <Button
          variant="ghost"
          aria-haspopup="dialog"
          className="-mb-2 -ml-4 sm:mb-0 sm:ml-0"
          onClick={() => openPaywall()}
        >
          Ver Premium
        </Button>
      </div>
    </aside>
  );
}

/** Has a fixed height and is sandboxed: no cookies, no storage, no access to our address, no navigation of our page. */
function Advertisement({ address }: { address: string }) {
  return (
    <aside aria-label="Publicidad" className="overflow-hidden rounded-card border border-line">
      <p className="px-4 py-1.5 text-ink-soft text-xs">Publicidad</p>
      <iframe
        src={address}
        title="Publicidad"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        loading="lazy"
        className="block h-25 w-full border-line border-t"
      />
    </aside>
  );
}
