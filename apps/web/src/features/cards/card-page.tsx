export default function CardPage({ cardId }: { cardId: number }) {
  return <h1>Carta {cardId}</h1>;
}
