package idempotency

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

type contextKey struct{}

// Context returns a context from which NewID, Created and IsRepeated read the reservation.
func (r *Reservation) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// IsRepeated reports whether an earlier attempt of the request in ctx ended without a stored response. It may have made its change.
func IsRepeated(ctx context.Context) bool {
	r, ok := ctx.Value(contextKey{}).(*Reservation)
	return ok && r.isRepeated
}

// NewID returns the id of the object that the request in ctx creates: for a request with a key, the same for all its attempts. A request creates
// one object of each type with it.
func NewID(ctx context.Context) uuid.UUID {
	if r, ok := ctx.Value(contextKey{}).(*Reservation); ok {
		return r.objectID
	}
	return uuid.Must(uuid.NewV7())
}

// Created returns the object that an earlier attempt of the request in ctx created, or nil if there is none.
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
