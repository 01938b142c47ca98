type Palette = {
  paper: string;
  surface: string;
  ink: string;
  soft: string;
  line: string;
  brand: string;
  onBrand: string;
  link: string;
};

export const LIGHT: Palette = {
  paper: "#f9f8fd",
  surface: "#ffffff",
  ink: "#19182a",
  soft: "#59596b",
  line: "#e1e0e9",
  brand: "#672ff2",
  onBrand: "#ffffff",
  link: "#551ed0",
};

export const DARK: Palette = {
  paper: "#100f19",
  surface: "#1a1925",
  ink: "#eeedf5",
  soft: "#aaa9ba",
  line: "#2f2e3e",
  brand: "#9d8afd",
  onBrand: "#0e0c20",
  link: "#c3bafe",
};
