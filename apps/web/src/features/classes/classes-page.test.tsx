import type { Assignment, AssignmentFigures, Class, Member } from "@repasa/contract/classes.ts";
import * as classEndpoints from "@repasa/contract/client/classes.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Route } from "wouter";
import ClassesPage from "#features/classes/classes-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const AT = "2026-03-01T10:00:00.000Z";
const taught: Class = {
  id: 3,
  name: "2.º B",
  code: "ABCD2345",
  role: "teacher",
  members: 6,
  memberId: 1,
  createdAt: AT,
};
const joined: Class = { ...taught, code: null, role: "student", memberId: 2 };
const teacher: Member = { id: 1, name: "Marta", role: "teacher", sharesProgress: false, me: true };
const students: Member[] = ["Ana", "Leo", "Iris", "Noa", "Pau"].map((name, place) => ({
  id: place + 2,
  name,
  role: "student",
  sharesProgress: place === 0,
  me: false,
}));
const assignment: Assignment = { id: 9, name: "La célula", folderIds: [1], date: "2027-03-14", createdAt: AT };
const ofClass = {
  began: 6,
  seen: 0.62,
  expected: { mean: 0.84, low: 0.78, high: 0.9 },
  weakest: [{ front: "¿Qué es el ADN?", back: "Un ácido", format: "plain" as const, variant: null, recall: 0.41 }],
};
const ana = { memberId: 2, name: "Ana", seen: 12, expected: 0.84 };
const figures: AssignmentFigures = { ...assignment, asOf: AT, class: ofClass, students: [ana], me: null };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Historia" })]);
});

function renderClasses(path = "/classes") {
  return renderApp(
    <SignedIn user={sampleUser()}>
      <Route path="/classes/:classId?">
        {({ classId }) => <ClassesPage key={classId} classId={classId ? Number(classId) : null} />}
      </Route>
    </SignedIn>,
    path,
  );
}

function answerClass(one: Class, members: Member[], assignments: Assignment[] = []) {
  api.answer(classEndpoints.list, [one]);
  api.answer(classEndpoints.read, one);
  api.answer(classEndpoints.members, members);
  api.answer(classEndpoints.assignments, assignments);
}

const button = (name: string) => screen.findByRole("button", { name });
const dialog = async (name: string, role = "dialog") => within(await screen.findByRole(role, { name }));
const bodies = (endpoint: Parameters<typeof api.callsTo>[0]) => api.callsTo(endpoint).map(({ body }) => body);

describe("the list of classes", () => {
  it("leads to the confirmation of the address if that is missing", async () => {
    api.answer(classEndpoints.list, []);
    const message = "Confirma antes tu correo.";
    api.fail(classEndpoints.create, 403, { message, code: "email_unconfirmed" });
    const { user } = renderClasses();
    await user.click(await button("Crear clase"));
    const form = await dialog("Crear clase");
    await user.type(form.getByLabelText("Nombre"), "2.º B{Enter}");
    expect(await form.findByText(message)).toBeTruthy();
    expect(form.getByRole("link", { name: "Confirmar mi correo" }).getAttribute("href")).toBe("/settings/account");
    expect(toasts().queryByText(message)).toBeNull();
  });

  it("says at its field that a new class needs a name", async () => {
    api.answer(classEndpoints.list, []);
    const { user } = renderClasses();
    await user.click(await button("Crear clase"));
    const form = await dialog("Crear clase");
    await user.type(form.getByLabelText("Nombre"), " {Enter}");
    expect(await form.findByText("Escribe el nombre de la clase")).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText("Nombre"));
    expect(bodies(classEndpoints.create)).toEqual([]);
  });

  it("says at its field that the code is too short, or no class has it", async () => {
    api.answer(classEndpoints.list, []);
    const { user } = renderClasses("/classes?codigo=abcd2345");
    const form = await dialog("Unirme a una clase");
    await user.type(form.getByLabelText("Tu nombre en la clase"), "Ana");
    await user.type(form.getByLabelText("Código de la clase"), "{Backspace}");
    await user.click(form.getByRole("button", { name: /^Unirme/ }));
    expect(await form.findByText("Escribe el código: 8 letras y números")).toBeTruthy();
    await user.type(form.getByLabelText("Código de la clase"), "5");
    const message = "Ninguna clase tiene ese código";
    api.fail(classEndpoints.join, 404, { message, code: "not_found", issues: [{ path: "code", message }] });
    await user.click(form.getByRole("button", { name: /^Unirme/ }));
    expect(await form.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText("Código de la clase"));
    expect(toasts().queryByText(message)).toBeNull();
    expect(bodies(classEndpoints.join)).toEqual([{ code: "abcd2345", name: "Ana", sharesProgress: false }]);
  });

  it("says in one line that it needs a connection", async () => {
    renderClasses();
    expect(await screen.findByText("Tus clases se verán cuando haya conexión.")).toBeTruthy();
  });
});

describe("a class for its teacher", () => {
  it("shows the code, hands it on, and asks before it replaces it", async () => {
    answerClass(taught, [teacher]);
    const { user } = renderClasses("/classes/3");
    expect(await screen.findByText("ABCD 2345")).toBeTruthy();
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void written.push(text));
    await user.click(await button("Copiar código"));
    await user.click(await button("Compartir"));
    const address = "http://localhost:3000/classes?codigo=ABCD2345";
    await waitFor(() =>
      expect(written).toEqual(["ABCD2345", `Únete a «2.º B» en Repasa con el código ABCD2345: ${address}`]),
    );
    await user.click(await button("Más opciones de la clase"));
    await user.click(screen.getByRole("menuitem", { name: "Código nuevo" }));
    const question = await dialog("¿Pedir un código nuevo?", "alertdialog");
    api.answer(classEndpoints.read, { ...taught, code: "WXYZ6789" });
    api.answer(classEndpoints.renewCode, { ...taught, code: "WXYZ6789" });
    await user.click(question.getByRole("button", { name: "Código nuevo" }));
    expect(await screen.findByText("WXYZ 6789")).toBeTruthy();
  });

  it("shows the first members, all of them on demand, and takes one out after a question", async () => {
    answerClass(taught, [teacher, ...students]);
    const { user } = renderClasses("/classes/3");
    expect(await screen.findByText("5 estudiantes")).toBeTruthy();
    const list = within(await screen.findByRole("region", { name: "Miembros" }));
    expect(await list.findAllByRole("listitem")).toHaveLength(4);
    expect(list.getByText("Comparte su progreso")).toBeTruthy();
    await user.click(list.getByRole("button", { name: "Ver todo (6)" }));
    expect(list.queryByRole("button", { name: "Sacar a Marta de la clase" })).toBeNull();
    await user.click(list.getByRole("button", { name: "Sacar a Pau de la clase" }));
    const question = await dialog("¿Sacar a Pau de la clase?", "alertdialog");
    api.answer(classEndpoints.removeMember);
    // Her row does not wait until the members are loaded again.
    api.on(classEndpoints.members, () => new Promise(() => {}));
    await user.click(question.getByRole("button", { name: "Sacar de la clase" }));
    await waitFor(() => expect(list.queryByText("Pau")).toBeNull());
    expect(api.callsTo(classEndpoints.removeMember)[0]?.url.pathname).toBe("/api/classes/3/members/6");
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe("Sacar a Noa de la clase"));
  });

  it("finds a member of a large class by name, and needs no search in a small one", async () => {
    const others = ["Álex", "Bea", "Carla"].map(
      (name, place): Member => ({ ...teacher, role: "student", me: false, id: place + 20, name }),
    );
    answerClass(taught, [teacher, ...students, ...others]);
    const { user } = renderClasses("/classes/3");
    const list = within(await screen.findByRole("region", { name: "Miembros" }));
    const names = () => list.getAllByRole("listitem").map((row) => row.querySelector("p")?.textContent);
    await user.type(await list.findByRole("searchbox", { name: "Buscar miembros..." }), "alex");
    expect(names()).toEqual(["Álex"]);
    await user.type(list.getByRole("searchbox"), "andra");
    expect(list.getByText("Nadie se llama así en la clase.")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(names()).toHaveLength(4);
    api.answer(classEndpoints.removeMember);
    api.answer(classEndpoints.members, [teacher, ...students, ...others.slice(1)]);
    await user.type(list.getByRole("searchbox"), "alex");
    await user.click(list.getByRole("button", { name: "Sacar a Álex de la clase" }));
    const question = await dialog("¿Sacar a Álex de la clase?", "alertdialog");
    await user.click(question.getByRole("button", { name: "Sacar de la clase" }));
    await waitFor(() => expect(list.queryByRole("searchbox")).toBeNull());
    expect(names()).toHaveLength(4);
  });

  it("assigns folders without a date, whose figures come later", async () => {
    answerClass(taught, [teacher]);
    const { user } = renderClasses("/classes/3");
    await user.click(await button("Nueva tarea"));
    const form = await dialog("Nueva tarea");
    await user.type(form.getByLabelText("Nombre"), "La célula");
    await user.click(form.getByRole("checkbox", { name: /^Historia/ }));
    api.on(classEndpoints.createAssignment, () => ({ status: 201, body: assignment }));
    api.answer(classEndpoints.figures, { ...figures, asOf: null, class: null, students: [] });
    await user.click(form.getByRole("button", { name: /^Crear tarea/ }));
    expect(await screen.findByRole("heading", { name: "La célula" })).toBeTruthy();
    expect(bodies(classEndpoints.createAssignment)).toEqual([{ name: "La célula", folderIds: [2], date: null }]);
    expect(screen.getByText("Las primeras cifras estarán en unos segundos.")).toBeTruthy();
  });

  it("ends after a question", async () => {
    answerClass(taught, [teacher]);
    const { user } = renderClasses("/classes/3");
    await user.click(await button("Más opciones de la clase"));
    await user.click(screen.getByRole("menuitem", { name: "Terminar la clase" }));
    const question = await dialog("¿Terminar la clase?", "alertdialog");
    api.answer(classEndpoints.remove);
    api.answer(classEndpoints.list, []);
    await user.click(question.getByRole("button", { name: "Terminar la clase" }));
    expect(await screen.findByRole("heading", { name: "Estudia con tu clase" })).toBeTruthy();
  });
});

describe("a class for a student", () => {
  const me = { ...(students[0] as Member), me: true, sharesProgress: false };

  it("shows the teacher and herself, what she shares, and no code", async () => {
    answerClass(joined, [{ ...teacher, me: false }, me]);
    const { user } = renderClasses("/classes/3");
    const own = within(await screen.findByRole("region", { name: "Tú en esta clase" }));
    expect(await own.findByText("Marta")).toBeTruthy();
    expect(screen.queryByText("Código de la clase")).toBeNull();
    expect(screen.queryByRole("button", { name: "Nueva tarea" })).toBeNull();
    api.answer(classEndpoints.updateMember, { ...me, sharesProgress: true });
    await user.click(own.getByRole("switch", { name: "Compartir mi progreso" }));
    await waitFor(() => expect(own.getByRole("switch")).toHaveProperty("checked", true));
    expect(bodies(classEndpoints.updateMember)).toEqual([{ sharesProgress: true }]);
    await user.click(own.getByRole("button", { name: "Cambiar mi nombre" }));
    const form = await dialog("Mi nombre en la clase");
    await user.clear(form.getByLabelText("Nombre"));
    await user.type(form.getByLabelText("Nombre"), "Anita{Enter}");
    await waitFor(() => expect(bodies(classEndpoints.updateMember)).toHaveLength(2));
    expect(bodies(classEndpoints.updateMember)[1]).toEqual({ name: "Anita" });
  });

  it("is gone for somebody who was taken out", async () => {
    api.fail(classEndpoints.read, 404, { message: "La clase no existe", code: "not_found" });
    renderClasses("/classes/3");
    expect(await screen.findByRole("heading", { name: "Esta clase no existe" })).toBeTruthy();
  });
});

describe("an assignment", () => {
  const texts = (region: HTMLElement) =>
    [...region.querySelectorAll("dd")].map(({ textContent }) => replaceNoBreakSpaces(textContent));

  it("shows the teacher the class, its weakest cards and who shares their progress", async () => {
    answerClass(taught, [teacher], [assignment]);
    api.answer(classEndpoints.figures, figures);
    renderClasses("/classes/3?tarea=9");
    const region = await screen.findByRole("region", { name: "La clase" });
    expect(texts(region)).toEqual(["6", "62 %", "84 %entre el 78 % y el 90 %"]);
    expect(within(region).getByText("¿Qué es el ADN?")).toBeTruthy();
    expect(within(region).getByText(/^41\s%$/)).toBeTruthy();
    const rows = within(screen.getByRole("region", { name: "Estudiantes" }));
    expect(rows.getByText(/^Ha visto 12 cartas y se espera que recuerde el 84\s%$/)).toBeTruthy();
    expect((await screen.findByRole("link", { name: "Ver la carpeta" })).getAttribute("href")).toBe("/folders/1");
  });

  it("shows a student her own row in the words that her teacher reads", async () => {
    answerClass(joined, [{ ...teacher, me: false }], [assignment]);
    api.answer(classEndpoints.figures, { ...figures, class: null, students: [], me: { ...ana, expected: null } });
    renderClasses("/classes/3?tarea=9");
    expect(await screen.findByText("Ha visto 12 cartas")).toBeTruthy();
    expect(
      screen.getByText("Las cifras de la clase aparecen cuando hayan empezado al menos cinco estudiantes."),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Más opciones de la tarea" })).toBeNull();
  });

  it("is changed and deleted by the teacher", async () => {
    answerClass(taught, [teacher], [assignment]);
    api.answer(classEndpoints.figures, figures);
    const { user } = renderClasses("/classes/3?tarea=9");
    const choose = async (name: string) => {
      await user.click(await button("Más opciones de la tarea"));
      await user.click(screen.getByRole("menuitem", { name }));
    };
    await choose("Editar tarea");
    const form = await dialog("Editar tarea");
    await user.type(form.getByLabelText("Nombre"), " 2");
    api.answer(classEndpoints.updateAssignment, { ...assignment, name: "La célula 2" });
    await user.click(form.getByRole("button", { name: /^Guardar cambios/ }));
    await waitFor(() =>
      expect(bodies(classEndpoints.updateAssignment)).toEqual([
        { name: "La célula 2", folderIds: [1], date: "2027-03-14" },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await choose("Eliminar tarea");
    const question = await dialog("¿Eliminar la tarea?", "alertdialog");
    api.answer(classEndpoints.removeAssignment);
    api.answer(classEndpoints.assignments, []);
    await user.click(question.getByRole("button", { name: "Eliminar tarea" }));
    expect(await screen.findByText(/^Una tarea reparte tus carpetas/)).toBeTruthy();
  });
});
