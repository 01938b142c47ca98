import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "#lib/api-error.ts";

export type FieldErrors = Readonly<Record<string, string>>;

function firstByField(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

function validate<S extends z.ZodMiniType>(schema: S, form: HTMLFormElement) {
  const result = z.safeParse(schema, Object.fromEntries(new FormData(form)));
  if (result.success) return { values: result.data, errors: {} as FieldErrors };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { values: undefined, errors: firstByField(issues) };
}

export function issuesByField(error: unknown): FieldErrors {
  return error instanceof ApiError ? firstByField(error.issues) : {};
}

/**
 * A form of uncontrolled fields, validated by a schema of the contract. (react-hook-form was weighed: 12 KB for this
 * half kilobyte.)
 *
 * @param onSubmit gets the parsed values. Until its promise settles, the form is not submitted again. What it rejects
 *   with has been told to the user already; only `fieldErrors` of it are shown here.
 */
export function useForm<S extends z.ZodMiniType>(
  schema: S,
  onSubmit: (values: z.output<S>) => Promise<unknown> | undefined,
  fieldErrors: (error: unknown) => FieldErrors = issuesByField,
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);
  // A ref, because the second click of a double click comes before React renders.
  const submitting = useRef(false);

  const show = (next: FieldErrors) => {
    setErrors(next);
    const fields = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    fields.find((field) => field.name in next)?.focus();
  };
  const submit = async (values: z.output<S>) => {
    submitting.current = true;
    try {
      await onSubmit(values);
    } catch (error) {
      show(fieldErrors(error));
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
        const { values, errors: found } = validate(schema, event.currentTarget);
        show(found);
        if (values !== undefined) void submit(values);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (Object.keys(errors).length === 0) return;
        const now = validate(schema, event.currentTarget).errors;
        // Other fields are not checked again before the next submission.
        setErrors(Object.fromEntries(Object.entries(now).filter(([name]) => name in errors)));
      },
    },
    field: (name: string) => ({ name, error: errors[name] }),
    showErrors: show,
  };
}
