package listfile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Alias is another name or address of the outlet of a Record, without its origin. In JSON, it is an object or
// only its value.
type Alias struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// UnmarshalJSON parses an object or a value.
func (a *Alias) UnmarshalJSON(data []byte) error {
	var value string
	if json.Unmarshal(data, &value) == nil {
		*a = newAlias(value)
		return nil
	}
	type object Alias
	return json.Unmarshal(data, (*object)(a))
}

// newAlias returns the alias with a value. A value with a dot and without a space is an address.
func newAlias(value string) Alias {
	switch {
	case strings.ContainsAny(value, " \u00a0") || !strings.Contains(value, "."):
		return Alias{Kind: source.AliasName, Value: value}
	case strings.Contains(value, "/"):
		return Alias{Kind: source.AliasPath, Value: value}
	}
	return Alias{Kind: source.AliasDomain, Value: value}
}

// aliases is the codec of aliases. A cell has their values, or JSON if their kinds do not follow from the values
// or if they have dates.
var aliases = codec[[]Alias]{
	func(list []Alias) string {
		values := make([]string, len(list))
		for i, alias := range list {
			values[i] = alias.Value
		}
		cell := JoinList(values)
		isPlain := func(a Alias) bool { return a == newAlias(a.Value) }
		if !strings.HasPrefix(cell, "[") && !slices.ContainsFunc(list, func(a Alias) bool { return !isPlain(a) }) {
			return cell
		}
		data, _ := json.Marshal(list) // has only texts
		return string(data)
	},
	func(cell string) (list []Alias, err error) {
		if inner, isList := strings.CutPrefix(cell, "["); isList && strings.HasPrefix(strings.TrimSpace(inner), "{") {
			if err = json.Unmarshal([]byte(cell), &list); err != nil {
				err = fmt.Errorf("the other names and addresses are not the JSON that an export has: %w", err)
			}
			return list, err
		}
		for _, value := range SplitList(cell) {
			list = append(list, newAlias(value))
		}
		return list, nil
	},
}

// fromAliases returns the aliases of a source.
func fromAliases(list []source.Alias) (out []Alias) {
	for _, a := range list {
		out = append(out, Alias{a.Kind, a.Value, a.From, a.To})
	}
	return out
}

// ToAliases returns the aliases for a source, without their origins.
func ToAliases(list []Alias) []source.Alias {
	out := make([]source.Alias, len(list))
	for i, a := range list {
		out[i] = source.Alias{Kind: a.Kind, Value: a.Value, From: a.From, To: a.To}
	}
	return out
}
