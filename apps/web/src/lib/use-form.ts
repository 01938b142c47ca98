import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "#lib/api-error.ts";

export type FieldErrors = Readonly<Record<string, string>>;

function firstByField(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

function validate<S extends z.ZodMiniType>(schema: S, fields: object) {
  const result = z.safeParse(schema, fields);
  if (result.success) return { values: result.data, errors: {} as FieldErrors };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { values: undefined, errors: firstByField(issues) };
}

export function issuesByField(error: unknown): FieldErrors {
  return error instanceof ApiError ? firstByField(error.issues) : {};
}

/** Returns the name of the button that submits a form, if it has one. */
export function findButton({ nativeEvent }: FormEvent<HTMLFormElement>): string | undefined {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter?.getAttribute("name") ?? undefined;
}

type FormOptions<S extends z.ZodMiniType> = {
  schema: S;
  readFields: (form: HTMLFormElement) => object;
  /** Errors besides those of the schema. As long as there are any, the form is not submitted. */
  otherErrors?: () => FieldErrors;
  /** @param button The name of the button that submitted the form, if it has one. */
  onSubmit: (values: z.output<S>, button: string | undefined) => Promise<unknown> | undefined;
  fieldErrors?: (error: unknown) => FieldErrors;
};

/** Validates and submits a form. Independent of where the values of the fields are stored. */
export function useValidatedForm<S extends z.ZodMiniType>(options: FormOptions<S>) {
  const { schema, readFields, otherErrors, onSubmit, fieldErrors = issuesByField } = options;
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);
  // A ref, because the second click of a double click arrives before React renders.
  const submitting = useRef(false);

  const showErrors = (next: FieldErrors) => {
    setErrors(next);
    const fields = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    fields.find((field) => field.name in next)?.focus();
  };
  const submit = async (values: z.output<S>, button: string | undefined) => {
    submitting.current = true;
    try {
      await onSubmit(values, button);
    } catch (error) {
      showErrors(fieldErrors(error));
    } finally {
      submitting.current = false;
    }
  };

  return {
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (submitting.current) return;
        const { values, errors: found } = validate(schema, readFields(event.currentTarget));
        const all = { ...found, ...otherErrors?.() };
        showErrors(all);
        if (values !== undefined && Object.keys(all).length === 0) void submit(values, findButton(event));
      },
    },
    field: (name: string) => ({ name, error: errors[name] }),
    showErrors,
    /** Removes errors that have been corrected. Fields without an error are only checked on the next submission. */
    recheck: (fields: object) => {
      if (Object.keys(errors).length === 0) return;
      const now = { ...validate(schema, fields).errors, ...otherErrors?.() };
      setErrors(Object.fromEntries(Object.entries(now).filter(([name]) => name in errors)));
    },
  };
}

const readFormData = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));

/**
 * A form of uncontrolled fields, validated by a schema of the contract. (react-hook-form was considered: it takes
 * 12 KB, this hook half a kilobyte.)
 *
 * @param onSubmit Receives the parsed values. Until its promise settles, the form is not submitted again. It notifies
 *   the user of a rejection itself, for example by a toast; the form only shows the `fieldErrors` of the error.
 */
export function useForm<S extends z.ZodMiniType>(
  schema: S,
  onSubmit: (values: z.output<S>) => Promise<unknown> | undefined,
  fieldErrors: (error: unknown) => FieldErrors = issuesByField,
) {
  const { form, field, recheck } = useValidatedForm({
    schema,
    readFields: readFormData,
    onSubmit: (values) => onSubmit(values),
    fieldErrors,
  });
  const onInput = (event: FormEvent<HTMLFormElement>) => recheck(readFormData(event.currentTarget));
  return { form: { ...form, onInput }, field };
}
