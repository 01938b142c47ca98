import { factorCode } from "@repasa/contract/factors.forms.ts";
import type { ConfirmationMethods, Proof } from "@repasa/contract/factors.ts";
import { knownPassword } from "@repasa/contract/texts.ts";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { codeErrors } from "#features/factors/factors.api.ts";
import { canUsePasskeys } from "#features/factors/factors.device.ts";
import { preloadLibrary, requestPasskey } from "#features/factors/factors.passkeys.ts";
import { ApiError } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormError } from "#ui/form-error.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";

const passwordForm = z.object({ password: knownPassword("Escribe tu contraseña") });

type ProofFormProps = {
  /** Loads which proofs the account can provide. */
  load: () => Promise<ConfirmationMethods>;
  /** Must reject if the proof is wrong. */
  onProof: (proof: Proof) => Promise<void>;
  /** Called when no proof can succeed any more, so that the sign-in must be restarted. */
  onExpired?: (error: ApiError) => void;
  footer?: ReactNode;
};

/** Lets users prove who they are by what the account has: the password, a passkey, a code or a recovery code. */
export function ProofForm({ load, onProof, onExpired, footer }: ProofFormProps) {
  const { methods, failure, retry } = useMethods(load, onExpired);
  const prove = async (proof: Proof) => {
    try {
      await onProof(proof);
    } catch (error) {
      if (error instanceof ApiError && error.code === "invalid_token") onExpired?.(error);
      throw error;
    }
  };
  return (
    <div className="flex flex-col gap-5 pt-1">
      {failure ? (
        <ErrorState title="No se pudo cargar" error={failure} onRetry={retry} />
      ) : methods ? (
        <ProofMethods methods={methods} load={load} prove={prove} />
      ) : (
        <Spinner />
      )}
      {footer}
    </div>
  );
}

type ProofMethodsProps = Prove & Pick<ProofFormProps, "load"> & { methods: ConfirmationMethods };

/** The first method takes the focus, because the element that had it was removed. */
function ProofMethods({ methods: { password, passkey, app }, load, prove }: ProofMethodsProps) {
  if (password) return <PasswordProof prove={prove} />;
  const canShow = passkey !== null && canUsePasskeys();
  return (
    <>
      {canShow && <PasskeyProof load={load} prove={prove} />}
      <CodeProof hasApp={app} second={canShow} prove={prove} />
    </>
  );
}

function useMethods(load: ProofFormProps["load"], onExpired: ProofFormProps["onExpired"]) {
  const [methods, setMethods] = useState<ConfirmationMethods | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const loadMethods = useEffectEvent(load);
  const expired = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError && error.code === "invalid_token" && onExpired) onExpired(error);
    else setFailure(error);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let current = true;
    setFailure(undefined);
    loadMethods().then(
      (loaded) => current && setMethods(loaded),
      (error: unknown) => current && expired(error),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  return { methods, failure, retry: () => setAttempt(attempt + 1) };
}

type Prove = { prove: (proof: Proof) => Promise<void> };

function PasskeyProof({ load, prove }: Prove & Pick<ProofFormProps, "load">) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(preloadLibrary, []);
  const show = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      // A challenge is valid once and for five minutes, so every press requests a new one.
      const { passkey } = await load();
      if (!passkey) throw new Error("");
      await prove({ passkey: await requestPasskey(passkey) });
    } catch (error) {
      setFailure(errorMessage(error, "No se pudo comprobar la llave de acceso. Inténtalo de nuevo."));
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button size="lg" full icon={<KeyRound aria-hidden />} autoFocus loading={pending} onClick={() => void show()}>
        Usar una llave de acceso
      </Button>
      <FormError message={failure} />
    </div>
  );
}

type CodeProofProps = Prove & {
  hasApp: boolean;
  /** True if a preferred method is shown above. */
  second: boolean;
};

function CodeProof({ hasApp, second, prove }: CodeProofProps) {
  const [recovery, setRecovery] = useState(!hasApp);
  return (
    <>
      <CodeForm key={String(recovery)} recovery={recovery} second={second} prove={prove} />
      {hasApp && (
        <Button variant="ghost" full onClick={() => setRecovery(!recovery)}>
          {recovery ? "Usar el código de la aplicación" : "No tengo mi aplicación"}
        </Button>
      )}
    </>
  );
}

function CodeForm({ recovery, second, prove }: Prove & { recovery: boolean; second: boolean }) {
  const { form, field, pending, failure } = useProof(factorCode, (values) => prove(values));
  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField
        {...field("code")}
        autoFocus={!second}
        label={recovery ? "Código de recuperación" : "Código de tu aplicación"}
        hint={
          recovery ? "Uno de los diez que guardaste; cada uno vale una vez." : "Los seis números que muestra ahora."
        }
        inputMode={recovery ? "text" : "numeric"}
        autoComplete={recovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <FormError message={failure} />
      <Button type="submit" size="lg" full variant={second ? "outline" : "primary"} loading={pending}>
        {recovery ? "Usar el código de recuperación" : "Confirmar"}
      </Button>
    </form>
  );
}

function PasswordProof({ prove }: Prove) {
  const { form, field, pending, failure } = useProof(passwordForm, (values) => prove(values));
  return (
    <form {...form} className="flex flex-col gap-4">
      <PasswordField {...field("password")} autoFocus label="Contraseña" autoComplete="current-password" />
      <FormError message={failure} />
      <Button type="submit" size="lg" full loading={pending}>
        Confirmar
      </Button>
    </form>
  );
}

/** A form that shows its own failures. */
function useProof<S extends z.ZodMiniType>(schema: S, prove: (values: z.output<S>) => Promise<void>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (values: z.output<S>) => {
    setPending(true);
    setFailure(undefined);
    try {
      await prove(values);
    } catch (error) {
      const atField = proofErrors(error);
      if (Object.keys(atField).length === 0)
        setFailure(errorMessage(error, "No se pudo comprobar. Inténtalo de nuevo."));
      setPending(false);
      throw error;
    }
  };
  return { ...useForm(schema, submit, proofErrors), pending, failure };
}

function proofErrors(error: unknown): Readonly<Record<string, string>> {
  const errors = codeErrors(error);
  // The same error code is used for codes and passwords, and only one of the two fields exists.
  return errors.code ? { ...errors, password: "La contraseña no es correcta" } : errors;
}
