import { expect, it } from "vitest";
import { aSonTour } from "#worker/operations/tours.ts";

it("ce qui tient le fil se fait un à la fois, ce qui est connu d’abord, et rien d’autre n’attend plus de deux calculs", async () => {
  const faits: string[] = [];
  let ensemble = 0;
  const calcul = (nom: string) => async () => {
    ensemble++;
    expect(ensemble).toBe(1);
    const fin = performance.now() + 20;
    while (performance.now() < fin);
    await null;
    ensemble--;
    faits.push(nom);
  };
  let battements = 0;
  const horloge = setInterval(() => battements++, 5);
  const inconnus = Array.from({ length: 40 }, (_, rang) =>
    aSonTour(false, calcul(`inconnu ${rang}`)).catch((refus: Error) => refus.message),
  );
  const connu = aSonTour(true, calcul("connu"));
  const rendus = await Promise.all(inconnus.slice(30));
  expect(rendus).toEqual(
    Array.from({ length: 10 }, () => "Trop de connexions à la fois. Réessayez dans 5 secondes."),
  );
  await connu;
  expect(faits).toEqual(["inconnu 0", "connu"]);
  await Promise.all(inconnus);
  clearInterval(horloge);
  expect(faits.length).toBe(31);
  // The timer ticks every 5 ms: the pause of 100 ms after each computation leaves time for twenty ticks, of which ten
  // are enough.
  expect(battements).toBeGreaterThan(31 * 10);
});
