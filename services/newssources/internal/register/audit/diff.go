package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Diff returns the changed JSON members of two values, sorted by name. Empty members count as
// absent. Either value may be nil.
func Diff(before, after any) ([]Change, error) {
	a, b := reflect.ValueOf(before), reflect.ValueOf(after)
	if a.Kind() == reflect.Struct && b.Kind() == reflect.Struct && a.Type() == b.Type() {
		return diffStructs(a, b)
	}
	old, err := members(before)
	if err != nil {
		return nil, err
	}
	now, err := members(after)
	if err != nil {
		return nil, err
	}
	fields := maps.Clone(old)
	maps.Copy(fields, now)
	var changes []Change
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !bytes.Equal(old[field], now[field]) {
			changes = append(changes, Change{field, old[field], now[field]})
		}
	}
	return changes, nil
}

// diffStructs is Diff for two structs of one type. It encodes only the fields that differ, because
// encoding all of them takes most of the time of a bulk change.
func diffStructs(before, after reflect.Value) (changes []Change, err error) {
	for _, field := range fieldsOf(before.Type()) {
		a, b := before.FieldByIndex(field.index), after.FieldByIndex(field.index)
		if field.isComparable && a.Equal(b) { // without the allocations of Interface
			continue
		}
		x, y := a.Interface(), b.Interface()
		if reflect.DeepEqual(x, y) {
			continue
		}
		change := Change{Field: field.name}
		if change.Before, err = encode(x); err != nil {
			return nil, err
		}
		if change.After, err = encode(y); err != nil {
			return nil, err
		}
		if !bytes.Equal(change.Before, change.After) {
			changes = append(changes, change)
		}
	}
	return changes, nil
}

// encode returns the JSON of a value, or nil if it is empty.
func encode(v any) (json.RawMessage, error) {
	data, err := json.Marshal(v)
	if err != nil || isEmpty(data) {
		return nil, err
	}
	return data, nil
}

// isEmpty reports whether JSON is a value that counts as absent.
func isEmpty(data []byte) bool {
	switch string(data) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// jsonField is a field of a struct with its name in JSON.
type jsonField struct {
	name         string
	index        []int
	isComparable bool // with ==
}

var cachedFields sync.Map // of []jsonField by reflect.Type

// fieldsOf returns the fields of a struct type that have a name in JSON, also embedded ones, by name.
func fieldsOf(t reflect.Type) []jsonField {
	if fields, ok := cachedFields.Load(t); ok {
		return fields.([]jsonField)
	}
	var fields []jsonField
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && name != "" && name != "-" {
			fields = append(fields, jsonField{name, f.Index, f.Type.Comparable()})
		}
	}
	slices.SortFunc(fields, func(a, b jsonField) int { return strings.Compare(a.name, b.name) })
	cachedFields.Store(t, fields)
	return fields
}

// Apply sets the fields of a struct to the values of changes after them. target is a pointer to the
// struct. Fields that the struct does not have are ignored.
func Apply(target any, changes []Change) error {
	value := reflect.ValueOf(target).Elem()
	fields := fieldsOf(value.Type())
	for _, c := range changes {
		i := slices.IndexFunc(fields, func(f jsonField) bool { return f.name == c.Field })
		if i < 0 {
			continue
		}
		field := value.FieldByIndex(fields[i].index)
		field.SetZero()
		if c.After == nil {
			continue
		}
		if err := json.Unmarshal(c.After, field.Addr().Interface()); err != nil {
			return fmt.Errorf("the stored value of %s: %w", c.Field, err)
		}
	}
	return nil
}

// Unknown returns the names of changed fields that the struct to which target points does not have: those
// of another version of the service.
func Unknown(target any, changes []Change) (names []string) {
	fields := fieldsOf(reflect.TypeOf(target).Elem())
	for _, c := range changes {
		if !slices.ContainsFunc(fields, func(f jsonField) bool { return f.name == c.Field }) {
			names = append(names, c.Field)
		}
	}
	return names
}

// members returns the JSON members of v that are not empty.
func members(v any) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if v == nil {
		return out, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, err
	}
	if out == nil { // v is a nil map or a nil pointer
		out = map[string]json.RawMessage{}
	}
	maps.DeleteFunc(out, func(_ string, value json.RawMessage) bool { return isEmpty(value) })
	return out, nil
}
