package idempotency

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

type contextKey struct{}

// Context returns a context with the reservation, which NewID, Created and IsRepeated read.
func (r *Reservation) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// IsRepeated reports whether an earlier attempt of the request in ctx ended without a stored
// response. The earlier attempt may have committed its change.
func IsRepeated(ctx context.Context) bool {
	r, ok := ctx.Value(contextKey{}).(*Reservation)
	return ok && r.isRepeated
}

// NewID returns the id of the object that the request in ctx creates. All attempts of a request
// with a key get the same id, so a request must use it for at most one object of each type.
func NewID(ctx context.Context) uuid.UUID {
	if r, ok := ctx.Value(contextKey{}).(*Reservation); ok {
		return r.objectID
	}
	return uuid.Must(uuid.NewV7())
}

// Created returns the object that an earlier attempt of the request in ctx created, or nil if there
// is none.
func Created[T any](ctx context.Context, get func(context.Context, uuid.UUID) (*T, error)) (*T, error) {
	if !IsRepeated(ctx) {
		return nil, nil
	}
	created, err := get(ctx, NewID(ctx))
	if problem.Is(err, problem.NotFound) {
		return nil, nil
	}
	return created, err
}
