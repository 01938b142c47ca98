import type { ReminderOffer as Offer } from "@repasa/contract/reminders.ts";
import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  formatReminderTime,
  formatReminderValue,
  parseReminderTime,
  reminderTimeOptions,
} from "#features/preferences/preferences.options.ts";
import { useAnswerOffer } from "#features/reminders/reminders.api.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { OfferCard } from "#ui/offer-card.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";

export function ReminderOffer({ offer }: { offer: Offer }) {
  const [time, setTime] = useState(formatReminderValue({ reminderHour: offer.hour, reminderMinute: offer.minute }));
  const answer = useAnswerOffer();
  return (
    <OfferCard
      id="reminder-offer"
      Icon={BellRing}
      title="¿Te avisamos por correo los días con cartas pendientes?"
      text={
        !answer.isSuccess && (
          <p className="mt-1 text-ink-soft text-sm">Un solo correo al día, y ninguno si ya has repasado.</p>
        )
      }
    >
      {answer.isSuccess ? (
        <AnswerConfirmation time={answer.variables} />
      ) : (
        <div className="mt-4 flex flex-col gap-3 md:flex-row md:items-end">
          <div className="md:w-32">
            <SelectField label="Hora" value={time} onChange={(event) => setTime(event.target.value)}>
              <SelectOptions options={reminderTimeOptions} />
            </SelectField>
          </div>
          <div className="grid flex-1 grid-cols-2 gap-2 md:flex md:justify-end">
            <Button
              variant="ghost"
              className="min-h-12"
              loading={answer.isPending && answer.variables === null}
              onClick={() => answer.isPending || answer.mutate(null)}
            >
              Ahora no
            </Button>
            <Button
              variant="outline"
              className="min-h-12"
              loading={answer.isPending && answer.variables !== null}
              onClick={() => answer.isPending || answer.mutate(time)}
            >
              Sí, avísame
            </Button>
          </div>
        </div>
      )}
    </OfferCard>
  );
}

function AnswerConfirmation({ time }: { time: string | null }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  const settings = (
    <Link href={paths.settingsReminders()} className={textLink}>
      Ajustes
    </Link>
  );
  return (
    <p ref={text} tabIndex={-1} className="mt-2 pl-8 text-ink-soft">
      {time === null ? (
        <>De acuerdo. Si cambias de idea, lo encontrarás en {settings}.</>
      ) : (
        <>
          Hecho: te avisaremos {parseReminderTime(time).reminderHour === 1 ? "a la" : "a las"}{" "}
          {formatReminderTime(parseReminderTime(time))}. Puedes cambiarlo en {settings}.
        </>
      )}
    </p>
  );
}
