package websub

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"io"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// perMinute and burst bound the deliveries of one subscription that are read. An endpoint is
	// checked once a minute at most.
	perMinute, burst = 10, 10
	// maxLimiters bounds the subscriptions whose rate limiter is kept in memory.
	maxLimiters = 10_000
)

// Receipt is the outcome of a delivery.
type Receipt string

// The receipts.
const (
	Accepted Receipt = "accepted" // the endpoint is due
	Forged   Receipt = "forged"   // the signature is missing or wrong; nothing was changed
	Limited  Receipt = "limited"  // too many deliveries; the hub should try later
	Unknown  Receipt = "unknown"  // there is no such subscription; the hub should end it
)

// hashes are the methods of signatures (WebSub §7.1).
var hashes = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New, "sha384": sha512.New384,
	"sha512": sha512.New}

// Receive verifies a delivery and makes its endpoint due. The body is only read for its signature,
// and never held in memory.
func (s *Service) Receive(ctx context.Context, id uuid.UUID, signature string, body io.Reader) (Receipt, error) {
	receipt, err := s.receive(ctx, id, signature, body)
	if err == nil {
		s.Metrics.HubDelivered(string(receipt))
	}
	return receipt, err
}

func (s *Service) receive(ctx context.Context, id uuid.UUID, signature string, body io.Reader) (Receipt, error) {
	if exists, err := s.exists(ctx, id); err != nil || !exists {
		return Unknown, err
	}
	if !s.limits.Allow(id) { // before the query
		return Limited, nil
	}
	var endpoint uuid.UUID
	var hub string
	var sealed []byte
	err := s.db.Pool.QueryRow(ctx, `
		SELECT w.endpoint_id, w.hub, w.sealed
		FROM websub_subscriptions w
		JOIN endpoint_states s ON s.endpoint_id = w.endpoint_id
		WHERE w.id = $1 AND w.state = 'active' AND w.named AND s.enabled`, id).Scan(&endpoint, &hub, &sealed)
	if postgres.IsNoRows(err) {
		return Unknown, nil
	}
	if err != nil {
		return "", err
	}
	if hasSecret(hub) {
		secret, err := s.Keys.Open(sealed, id[:])
		if err != nil {
			return "", err
		}
		if isValid, err := checkSignature(signature, secret, body); err != nil || !isValid {
			return Forged, err
		}
	}
	// Stored before the endpoint becomes due, because the check that finds the items compares this
	// time; see check.stored.hasMissed.
	found, err := s.changed(ctx, "UPDATE websub_subscriptions SET delivered_at = now(), missed = greatest(missed - 1, "+
		"0) WHERE id = $1", id)
	if err != nil || !found {
		return Unknown, err
	}
	return Accepted, s.CheckNow(ctx, endpoint)
}

// checkSignature reports whether the signature of a body is valid.
func checkSignature(signature string, secret []byte, body io.Reader) (bool, error) {
	method, digits, _ := strings.Cut(strings.TrimSpace(signature), "=")
	newHash := hashes[strings.ToLower(method)]
	sent, err := hex.DecodeString(digits)
	if newHash == nil || err != nil {
		return false, nil
	}
	mac := hmac.New(newHash, secret)
	if _, err := io.Copy(mac, body); err != nil {
		return false, err
	}
	return hmac.Equal(mac.Sum(nil), sent), nil
}
