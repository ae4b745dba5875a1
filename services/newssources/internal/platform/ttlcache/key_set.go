package ttlcache

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// readInterval is the minimum time between two reads of a KeySet from the database. It limits the
// queries that unknown keys cause to one per second and process, and the delay of the first request
// with a key that another process has just added.
const readInterval = time.Second

// KeySet is a copy of all secret keys of a table, so that invented keys are refused without a query
// for each. It is safe for concurrent use.
type KeySet[K comparable] struct {
	readAll func(context.Context) ([]K, error)
	timeout time.Duration // of readAll
	reading singleflight.Group

	mu     sync.Mutex
	keys   map[K]bool
	readAt time.Time
}

// NewKeySet returns an empty KeySet. It reads the keys when the first unknown key arrives.
func NewKeySet[K comparable](timeout time.Duration, readAll func(context.Context) ([]K, error)) *KeySet[K] {
	return &KeySet[K]{readAll: readAll, timeout: timeout}
}

// Contains reports whether the table has the key. Requests with unknown keys wait together for the
// next reading.
func (s *KeySet[K]) Contains(ctx context.Context, key K) (bool, error) {
	if s.has(key) {
		return true, nil
	}
	_, err := Share(ctx, &s.reading, "", readInterval+s.timeout, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.read(ctx)
	})
	return s.has(key), err
}

// Expire makes the next unknown key cause a reading at once.
func (s *KeySet[K]) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readAt = time.Time{}
}

func (s *KeySet[K]) has(key K) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}

// read reads the keys when readInterval has passed since the last reading.
func (s *KeySet[K]) read(ctx context.Context) error {
	s.mu.Lock()
	wait := time.Until(s.readAt.Add(readInterval))
	s.mu.Unlock()
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return ctx.Err()
	}
	list, err := s.readAll(ctx)
	if err != nil {
		return err
	}
	keys := make(map[K]bool, len(list))
	for _, key := range list {
		keys[key] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys, s.readAt = keys, time.Now()
	return nil
}
