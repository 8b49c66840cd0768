/** An IBAN of this country, with this many characters and valid check digits. */
export function ibanDe(pays: string, signes: number): string {
  const compte = "0".repeat(signes - 4);
  const chiffres = [...compte, ...pays, "0", "0"]
    .map((signe) => Number.parseInt(signe, 36))
    .join("");
  return `${pays}${String(98n - (BigInt(chiffres) % 97n)).padStart(2, "0")}${compte}`;
}
