/** Ids of related objects, by the name of the path parameter or field that takes them. */
export type ObjectIds = Readonly<Record<string, string>>
