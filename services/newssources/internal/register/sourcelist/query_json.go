package sourcelist

import (
	"encoding/json"
	"strings"
)

// notPrefix begins the names of the filters in Query.Not.
const notPrefix = "not_"

// plainQuery is a Query without the JSON form of Not.
type plainQuery Query

// MarshalJSON returns the query as one object with the filters of Not beside the others.
func (q Query) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(plainQuery(q))
	if q.Not == nil || err != nil {
		return data, err
	}
	excluded, err := json.Marshal(plainQuery(*q.Not))
	if err != nil {
		return nil, err
	}
	var all, not map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(excluded, &not); err != nil {
		return nil, err
	}
	for name, values := range not {
		all[notPrefix+name] = values
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (q *Query) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*plainQuery)(q)); err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	not := map[string]json.RawMessage{}
	for name, values := range all {
		if name, ok := strings.CutPrefix(name, notPrefix); ok {
			not[name] = values
		}
	}
	if len(not) == 0 {
		return nil
	}
	excluded, err := json.Marshal(not)
	if err != nil {
		return err
	}
	q.Not = &Query{}
	return json.Unmarshal(excluded, (*plainQuery)(q.Not))
}
