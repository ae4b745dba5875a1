package schema

// Alias is another name or address of the outlet of a source; see package source.
type Alias struct {
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	From   string `json:"from,omitempty"` // a date, such as 2026-11-26
	To     string `json:"to,omitempty"`
	Origin string `json:"origin"`
}
