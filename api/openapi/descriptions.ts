export const INTRODUCTION = ''
export const FIELD_DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {}
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {}
