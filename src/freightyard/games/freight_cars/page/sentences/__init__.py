"""What the page of Freight Cars says, by subject: `names` of cards and cities, `log`, `prompt`, `labels` of the board's parts,
`client` for its JavaScript. All of it is plain text: whoever draws it escapes it."""
