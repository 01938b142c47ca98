const STEPS = [0.8, 0.85, 0.9, 0.95] as const;

const names: Record<(typeof STEPS)[number], string> = {
  0.8: "pocos repasos",
  0.85: "menos repasos",
  0.9: "recomendado",
  0.95: "más repasos",
};

const percent = new Intl.NumberFormat("es", { style: "percent", maximumFractionDigits: 1 });

/** The retentions to choose from; one that was set elsewhere stands among them. */
export function retentionOptions(current: number): { value: number; label: string }[] {
  const values = [...new Set<number>([...STEPS, current])].sort((a, b) => a - b);
  return values.map((value) => {
    const name = STEPS.find((step) => step === value);
    return { value, label: name === undefined ? percent.format(value) : `${percent.format(value)} · ${names[name]}` };
  });
}

/** What a desired retention means, without a word of theory. */
export function retentionExplanation(retention: number): string {
  const remembered = Math.round(retention * 20);
  return `Cada carta vuelve cuando la recordarías ${remembered} de cada 20 veces. Más alto significa recordar mejor y repasar más a menudo. Vale desde tu próximo repaso.`;
}
