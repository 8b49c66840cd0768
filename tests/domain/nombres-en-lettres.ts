const VALEURS: Readonly<Record<string, number>> = {
  zéro: 0,
  un: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  six: 6,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  quatorze: 14,
  quinze: 15,
  seize: 16,
  vingt: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
};

/** Reads an amount in French words back into cents, independently of the code that writes it. */
export function centimesEnChiffres(lettres: string): number {
  const parties = /^(?:(.+?) (?:d')?euros?)?(?: et )?(?:(.+) centimes?)?$/.exec(lettres);
  if (!parties) throw new Error(`Montant illisible : « ${lettres} »`);
  const [, euros, centimes] = parties;
  return nombreEnChiffres(euros ?? "zéro") * 100 + nombreEnChiffres(centimes ?? "zéro");
}

function nombreEnChiffres(lettres: string): number {
  let total = 0;
  let groupe = 0;
  for (const mot of lettres.replace(/quatre-vingts?/g, "huitante").split(/[ -]/)) {
    if (mot === "et") continue;
    if (mot === "huitante") groupe += 80;
    else if (/^cents?$/.test(mot)) groupe = Math.max(groupe, 1) * 100;
    else if (mot === "mille") {
      total += Math.max(groupe, 1) * 1000;
      groupe = 0;
    } else if (/^millions?$/.test(mot)) {
      total += groupe * 1_000_000;
      groupe = 0;
    } else {
      const valeur = VALEURS[mot];
      if (valeur === undefined) throw new Error(`Mot inconnu : « ${mot} »`);
      groupe += valeur;
    }
  }
  return total + groupe;
}
