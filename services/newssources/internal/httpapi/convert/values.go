package convert

import (
	"encoding/json"
	"time"
)

// OrZero returns what p points to, or the zero value for nil.
func OrZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// Optional returns a pointer to value, or nil for the zero value, which responses omit.
func Optional[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// OptionalAs converts a value to an enum of the contract, or returns nil for the zero value.
func OptionalAs[T, S ~string](value S) *T { return Optional(T(value)) }

func optionalList(list []string) *[]string {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// All returns the results of convert for all elements of list.
func All[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = convert(a)
	}
	return out
}

// Texts converts the enum values or texts of an optional list.
func Texts[B, A ~string](list *[]A) []B {
	return All(OrZero(list), func(a A) B { return B(a) })
}

func UTC(t time.Time) time.Time { return t.UTC() }

// decodeJSON decodes a value of a jsonb column, or returns nil when there is none.
func decodeJSON(raw json.RawMessage) any {
	var value any
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, &value) // PostgreSQL has validated it
	}
	return value
}

// OptionalTime returns a pointer to t in UTC, or nil for the zero time.
func OptionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return UTCPointer(&t)
}

// UTCPointer returns a pointer to a time in UTC, or nil for nil.
func UTCPointer(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}

// JSON converts between types with the same JSON form.
func JSON(from, to any) error {
	data, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	return err
}
