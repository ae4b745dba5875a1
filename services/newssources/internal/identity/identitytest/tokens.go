package identitytest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"math/big"
	"sync"
	"time"
)

// The Firebase project of the tokens, and who issues them.
const (
	Project = "newsources-test"
	Issuer  = "https://securetoken.google.com/" + Project
)

// Signer has a key like Google's, and the certificate that is published for it.
type Signer struct {
	KeyID       string
	Certificate string // PEM
	key         *rsa.PrivateKey
}

// Genuine has the key that Keys publishes. Rogue has another one under the same id, as a forger would.
var (
	Genuine = sync.OnceValue(newSigner)
	Rogue   = sync.OnceValue(newSigner)
)

func newSigner() Signer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return Signer{"key-1", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), key}
}

// Fields are members of a JSON object.
type Fields map[string]any

// Claims are those of an admitted person who signed in a moment ago, with changes; nil takes a claim away.
func Claims(changes Fields) Fields {
	now := time.Now().Unix()
	c := Fields{
		"iss": Issuer, "aud": Project, "sub": "uid-ana", "iat": now - 10, "exp": now + 3600, "auth_time": now - 10,
		"email": "ana@example.org", "email_verified": true, "name": "Ana Ruiz",
		"firebase": Fields{"sign_in_provider": "password"},
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// Encode makes a part of a token.
func Encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// Sign makes a token of any header and payload.
func (s Signer) Sign(header, payload Fields) string {
	content := Encode(header) + "." + Encode(payload)
	digest := sha256.Sum256([]byte(content))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, digest[:])
	if err != nil {
		panic(err)
	}
	return content + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// Token is a token as Firebase issues it, with the claims of Claims.
func (s Signer) Token(changes Fields) string {
	return s.Sign(Fields{"alg": "RS256", "kid": s.KeyID, "typ": "JWT"}, Claims(changes))
}

// Unsigned is a token that says that it needs no signature, as the auth emulator makes them and as forgers try.
func Unsigned(alg string, changes Fields) string {
	return Encode(Fields{"alg": alg, "kid": Genuine().KeyID, "typ": "JWT"}) + "." + Encode(Claims(changes)) + "."
}
