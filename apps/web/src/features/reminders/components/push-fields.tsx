import type { PushSubscription as Subscription } from "@repasa/contract/push.ts";
import { useId, useRef } from "react";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { chooseChannel, isChosen } from "#features/preferences/preferences.channels.ts";
import type { Obstacle } from "#features/reminders/push/push.browser.ts";
import { usePush, useRemoveDevice, useSendTrial, useSubscribeDevice } from "#features/reminders/push/use-push.ts";
import { useUser } from "#features/session/use-session.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { Button } from "#ui/button.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

const obstacleTexts: Record<Obstacle, string> = {
  install: "Instala Repasa en tu pantalla de inicio para recibir avisos aquí.",
  unsupported: "Este navegador no puede recibir avisos.",
  blocked: "Los avisos de Repasa están bloqueados. Permítelos en los ajustes del navegador.",
  worker: "Este navegador todavía no está listo para recibir avisos. Recarga la página.",
};

/** The switch for reminders on this device, and the other devices that get them. */
export function PushFields({ preferences, set }: PreferenceFields) {
  const { id: userId } = useUser();
  const { obstacle, id, others } = usePush(userId);
  const subscribe = useSubscribeDevice(userId);
  const remove = useRemoveDevice(userId);
  const isPush = isChosen(preferences, "push");
  const isOn = subscribe.isPending || (id !== null && isPush && !remove.isPending);
  const choose = (wanted: boolean) => {
    const change = chooseChannel(preferences, "push", wanted);
    if (Object.keys(change).length > 0) set(change);
  };
  const turnOff = () => {
    const isLast = others?.length === 0;
    if (id !== null) remove.mutate(id, { onSuccess: () => isLast && choose(false) });
  };
  // The browser lets a page ask only within the tap.
  const turnOn = () => subscribe.mutate(Notification.requestPermission(), { onSuccess: () => choose(true) });
  return (
    <>
      <SwitchField
        label="Avisos en este dispositivo"
        hint={obstacle ? undefined : "Aunque Repasa esté cerrada."}
        checked={isOn}
        disabled={obstacle !== null}
        onCheckedChange={(checked) => {
          if (!subscribe.isPending && !remove.isPending) (checked ? turnOn : turnOff)();
        }}
      />
      {/* Not the hint of the switch, which is pale while the switch is disabled. */}
      {obstacle && <p className="-mt-5 text-ink-soft text-sm">{obstacleTexts[obstacle]}</p>}
      {isOn && id !== null && <Trial id={id} />}
      {isPush && id === null && others?.length === 0 && !isChosen(preferences, "mail") && !preferences.reminderStop && (
        <p className="text-ink-soft text-sm">
          Ningún dispositivo recibe avisos: mientras tanto, el recordatorio te llega por correo.
        </p>
      )}
      {others && others.length > 0 && (
        <OtherDevices devices={others} onLastRemoved={() => id === null && choose(false)} />
      )}
    </>
  );
}

function Trial({ id }: { id: number }) {
  const trial = useSendTrial();
  return (
    <Button
      variant="outline"
      size="sm"
      className="self-start"
      loading={trial.isPending}
      onClick={() => trial.isPending || trial.mutate(id)}
    >
      Enviar una prueba
    </Button>
  );
}

type OtherDevicesProps = { devices: readonly Subscription[]; onLastRemoved: () => void };

function OtherDevices({ devices, onLastRemoved }: OtherDevicesProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1} className="font-semibold text-base">
        Otros dispositivos con avisos
      </h2>
      <p className="mt-0.5 text-ink-soft text-sm">Uno que quites vuelve a recibirlos si abres Repasa en él.</p>
      <ul className="mt-1 divide-y divide-line">
        {devices.map((device) => (
          <OtherDevice
            key={device.id}
            device={device}
            onRemoved={() => {
              // The button is removed with its line, so the focus would be lost.
              document.getElementById(heading)?.focus();
              if (devices.length === 1) onLastRemoved();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function OtherDevice({ device, onRemoved }: { device: Subscription; onRemoved: () => void }) {
  const { id: userId } = useUser();
  const remove = useRemoveDevice(userId);
  const line = useRef<HTMLLIElement>(null);
  const now = useNow();
  const name = device.label ?? "Dispositivo desconocido";
  return (
    <li ref={line} className="flex min-h-14 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">Desde {timeAgo(device.createdAt, now)}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Quitar ${name}`}
        loading={remove.isPending}
        onClick={() => remove.isPending || remove.mutate(device.id, { onSuccess: onRemoved })}
      >
        Quitar
      </Button>
    </li>
  );
}
