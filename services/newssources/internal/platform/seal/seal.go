// Package seal encrypts small secrets for the database with AES-256-GCM. The keys are derived from
// the operator's secrets.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
)

// MinSecret is the minimum length of an operator's secret in bytes; a shorter secret would weaken
// the key.
const MinSecret = 32

const (
	format  = 1  // first byte of the ciphertext
	idSize  = 8  // length of a key id in bytes, enough for a handful of keys
	keySize = 32 // AES-256, in bytes
)

// Errors of Seal and Open. They contain no secrets.
var (
	ErrNoKey      = errors.New("no encryption key is configured")
	ErrUnknownKey = errors.New("the key that encrypted this value is not configured")
	ErrDamaged    = errors.New("the encrypted value is damaged or belongs to another owner")
)

// Keys encrypts and decrypts values. A nil *Keys has no key.
type Keys struct{ all []key }

type key struct {
	id   [idSize]byte
	aead cipher.AEAD
}

// New derives keys from secrets. Seal uses the first key; Open accepts all of them, so that keys
// can be rotated.
func New(secrets ...string) (*Keys, error) {
	keys := &Keys{}
	for i, secret := range secrets {
		if len(secret) < MinSecret {
			return nil, fmt.Errorf("secret number %d has %d bytes; use at least %d (openssl rand -base64 32)", i+1, len(secret),
				MinSecret)
		}
		k, err := derive([]byte(secret))
		if err != nil {
			return nil, err
		}
		keys.all = append(keys.all, k)
	}
	return keys, nil
}

func derive(secret []byte) (k key, err error) {
	root, err := hkdf.Extract(sha256.New, secret, nil)
	if err != nil {
		return k, err
	}
	id, err := hkdf.Expand(sha256.New, root, "newssources credentials: key id", idSize)
	if err != nil {
		return k, err
	}
	raw, err := hkdf.Expand(sha256.New, root, "newssources credentials: AES-256-GCM", keySize)
	if err != nil {
		return k, err
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return k, err
	}
	copy(k.id[:], id)
	k.aead, err = cipher.NewGCMWithRandomNonce(block)
	return k, err
}

// CanSeal reports whether there is a key to encrypt with.
func (k *Keys) CanSeal() bool { return k != nil && len(k.all) > 0 }

// Seal encrypts plain with the first key. The result can only be decrypted with the same owner, for
// example the id of a row.
func (k *Keys) Seal(plain, owner []byte) ([]byte, error) {
	if !k.CanSeal() {
		return nil, ErrNoKey
	}
	prefix := k.Prefix()
	return k.all[0].aead.Seal(prefix, nil, plain, additionalData(prefix, owner)), nil
}

// Prefix returns the first bytes of all values that the first key has encrypted, or nil if there is
// no key.
func (k *Keys) Prefix() []byte {
	if !k.CanSeal() {
		return nil
	}
	return append([]byte{format}, k.all[0].id[:]...)
}

// Open decrypts a value that Seal encrypted for owner.
func (k *Keys) Open(sealed, owner []byte) ([]byte, error) {
	if len(sealed) < 1+idSize || sealed[0] != format {
		return nil, ErrDamaged
	}
	if k == nil {
		return nil, ErrUnknownKey
	}
	prefix, body := sealed[:1+idSize], sealed[1+idSize:]
	for _, candidate := range k.all {
		if [idSize]byte(prefix[1:]) != candidate.id {
			continue
		}
		plain, err := candidate.aead.Open(nil, nil, body, additionalData(prefix, owner))
		if err != nil {
			return nil, ErrDamaged
		}
		return plain, nil
	}
	return nil, ErrUnknownKey
}

// additionalData returns the data that is authenticated but not encrypted.
func additionalData(prefix, owner []byte) []byte { return slices.Concat(prefix, owner) }

// String returns the number of keys, so that no key is printed.
func (k *Keys) String() string {
	if k == nil {
		return "no keys"
	}
	return fmt.Sprintf("%d key(s)", len(k.all))
}

// GoString returns String, because "%#v" would print the fields.
func (k *Keys) GoString() string { return k.String() }

// LogValue returns String, because a JSON log would contain the fields.
func (k *Keys) LogValue() slog.Value { return slog.StringValue(k.String()) }
