export default function SearchPage() {
  return <h1>Buscar</h1>;
}
