// Package seal keeps small secrets in the database: AES-256-GCM, under keys that are derived from an operator's secrets.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
)

// MinSecret is the least length of an operator's secret in bytes: a shorter one would weaken the key.
const MinSecret = 32

const (
	format  = 1  // the first byte of what is sealed
	idSize  = 8  // bytes; enough to tell a handful of keys apart
	keySize = 32 // bytes: AES-256
)

// Errors of sealing and opening. None of them holds anything of the secret.
var (
	ErrNoKey      = errors.New("there is no key to seal with")
	ErrUnknownKey = errors.New("it was sealed with a key that isn't there any more")
	ErrDamaged    = errors.New("what was sealed is damaged, or belongs to something else")
)

// Keys seal and open. Nil is no key at all: it seals nothing.
type Keys struct{ all []key }

type key struct {
	id   [idSize]byte
	aead cipher.AEAD
}

// New derives keys from secrets. The first one seals and all open, so that keys can be replaced one after another.
func New(secrets ...string) (*Keys, error) {
	keys := &Keys{}
	for i, secret := range secrets {
		if len(secret) < MinSecret {
			return nil, fmt.Errorf("number %d has %d bytes; it needs at least %d (openssl rand -base64 32)", i+1, len(secret), MinSecret)
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

// Usable says whether anything can be sealed.
func (k *Keys) CanSeal() bool { return k != nil && len(k.all) > 0 }

// Seal seals a secret, which can only be opened for the same owner: its row's id, say.
func (k *Keys) Seal(plain, owner []byte) ([]byte, error) {
	if !k.CanSeal() {
		return nil, ErrNoKey
	}
	head := k.Head()
	return k.all[0].aead.Seal(head, nil, plain, bound(head, owner)), nil
}

// Head is how everything begins that the first key has sealed, and nothing else does. Nil when there is no key.
func (k *Keys) Head() []byte {
	if !k.CanSeal() {
		return nil
	}
	return append([]byte{format}, k.all[0].id[:]...)
}

// Open opens what was sealed for this owner.
func (k *Keys) Open(sealed, owner []byte) ([]byte, error) {
	if len(sealed) < 1+idSize || sealed[0] != format {
		return nil, ErrDamaged
	}
	if k == nil {
		return nil, ErrUnknownKey
	}
	head, body := sealed[:1+idSize], sealed[1+idSize:]
	for _, one := range k.all {
		if [idSize]byte(head[1:]) != one.id {
			continue
		}
		plain, err := one.aead.Open(nil, nil, body, bound(head, owner))
		if err != nil {
			return nil, ErrDamaged
		}
		return plain, nil
	}
	return nil, ErrUnknownKey
}

// bound is what the seal also vouches for.
func bound(head, owner []byte) []byte {
	return append(append([]byte{}, head...), owner...)
}

// String is what keys look like where they are printed: how many there are.
func (k *Keys) String() string {
	if k == nil {
		return "no keys"
	}
	return fmt.Sprintf("%d key(s)", len(k.all))
}

// GoString is String: "%#v" would print the fields.
func (k *Keys) GoString() string { return k.String() }

// LogValue is String: a JSON log would have the fields.
func (k *Keys) LogValue() slog.Value { return slog.StringValue(k.String()) }
