import { api } from "@repasa/contract/api.ts";
import type { Endpoint, Schema } from "@repasa/contract/endpoint.ts";
import { errorCodes, statusOfError } from "@repasa/contract/errors.ts";
import { z } from "zod";
import { errorsOf } from "#platform/http/endpoint-errors.ts";

type Json = { [key: string]: unknown };

export function openApiDocument({ cookieName }: { cookieName: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      paths[endpoint.path] ??= {};
      (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operation(feature, name, endpoint);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Repasa",
      version: "1",
      description:
        "Dates are ISO 8601 in UTC; ids are numbers; the header X-Time-Zone says which day is today, and X-Account for which account a call is.",
    },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(feature: string, name: string, endpoint: Endpoint): Json {
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    security: endpoint.session ? [{ session: [] }] : [],
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      { name: "X-Time-Zone", in: "header", required: false, schema: { type: "string" }, example: "Europe/Madrid" },
      { name: "X-Account", in: "header", required: false, schema: { type: "string" }, example: "7" },
    ],
    ...(endpoint.body && {
      requestBody: {
        required: isBodyRequired(endpoint.body),
        content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } },
      },
    }),
    ...(endpoint.upload && { requestBody: { required: true, content: uploads[endpoint.upload] } }),
    responses: responsesOf(endpoint),
  };
}

const file = { schema: { type: "string", format: "binary" } };
const uploads = {
  raw: { "application/octet-stream": file },
  form: {
    "multipart/form-data": {
      schema: { type: "object", properties: { file: file.schema, text: { type: "string" } } },
    },
  },
};

function isBodyRequired(body: Schema): boolean {
  return !body.safeParse({}).success;
}

function parametersOf(schema: Schema | null, where: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function responsesOf(endpoint: Endpoint): Json {
  const failures: Record<string, Json> = {};
  for (const code of [...errorsOf(endpoint)].sort((a, b) => statusOfError[a] - statusOfError[b])) {
    const earlier = failures[statusOfError[code]]?.description;
    failures[statusOfError[code]] = {
      description: earlier ? `${earlier}, ${code}` : code,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  const success: Json = endpoint.download
    ? { description: "A file", content: { "application/octet-stream": file } }
    : endpoint.response
      ? {
          description: "Success",
          content: { "application/json": { schema: jsonSchema(endpoint.response, "output") } },
        }
      : { description: "Success, without a body" };
  const statuses = [endpoint.status, ...(endpoint.otherStatuses ?? [])];
  return { ...Object.fromEntries(statuses.map((status) => [status, success])), ...failures };
}

function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

const errorSchema: Json = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string", description: "Spanish, for people" },
    code: { type: "string", enum: errorCodes },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};
