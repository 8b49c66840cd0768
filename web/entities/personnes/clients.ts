import type { Client, ClientDetail, ClientRow } from "#domain/personnes/client-fiche.ts";
import { resource } from "#web/lib/server/resource.ts";

export const clients = resource<ClientRow, ClientDetail, Client>("Client");
