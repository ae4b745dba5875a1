package httpapi

import (
	"strconv"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// value is what a pointer points to, or zero.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// or is the value, or what stands in for zero.
func or[T comparable](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}

// optional points to a value unless it is zero: the contract leaves out what isn't there.
func optional[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// optionalAs is optional with the contract's name for a text.
func optionalAs[T, S ~string](text S) *T { return optional(T(text)) }

func texts[D, T ~string](list *[]T) []D {
	return each(value(list), func(t T) D { return D(t) })
}

func each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}

// assign writes a member of a merge patch that is there; null clears (RFC 7396).
func assign[T any](target *T, member nullable.Nullable[T]) {
	if member.IsSpecified() {
		var zero T
		*target = zero
		if got, err := member.Get(); err == nil {
			*target = got
		}
	}
}

// etag is an entity's version as a header.
func etag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

// ifMatch reads the version that a change was made from. `*` would mean "whatever is there", which is what it is to prevent.
func ifMatch(header *string) (int, error) {
	text := strings.TrimSpace(value(header))
	if text == "" {
		return 0, problem.New(problem.VersionRequired, "Send If-Match with the ETag you read, so that nobody's change gets lost.")
	}
	version, err := strconv.Atoi(strings.Trim(strings.TrimPrefix(text, "W/"), `"`))
	if err != nil {
		return 0, problem.New(problem.StaleVersion, "The version in If-Match isn't one of ours. Read it again, and repeat the change.")
	}
	return version, nil
}
