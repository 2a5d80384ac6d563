"""What names stand for: objects, several at once (AND), or one of several (OR), and their layers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quandary.kinds.puzzlescript.source import Source


@dataclass
class Names:
    """The objects in the order of their numbers, and what every other name stands for."""

    objects: Mapping[str, int]
    """Object → its number, which is its bit in a cell."""
    layer: Mapping[str, int]
    """Object → the number of its layer."""
    layer_masks: Sequence[int]
    """The objects of each layer, as bits."""
    synonyms: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, list[str]] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)

    def mask(self, name: str) -> int:
        """Return the objects that a name stands for, as bits."""
        return sum(1 << self.objects[each] for each in set(self.members(name)))

    def members(self, name: str) -> list[str]:
        """Return the objects that a name stands for."""
        for among in (self.properties, self.aggregates):
            if name in among:
                return [each for each in among[name] if each in self.objects]
        name = self.synonyms.get(name, name)
        return [name] if name in self.objects else []

    def single_layer(self, name: str) -> int | None:
        """Return the layer of an object, or of all objects that a name made with OR stands for, if it is one."""
        layers = {self.layer[each] for each in self.members(name)}
        return layers.pop() if len(layers) == 1 and name not in self.aggregates else None


def names_of(source: Source) -> Names:
    """Return what the names of a source stand for. What is wrong is noted in the source."""
    objects, layer = dict[str, int](), dict[str, int]()
    masks = list[int]()
    number = 0
    for at, members in enumerate(source.layers):
        mask = 0
        for each in dict.fromkeys(members):
            objects.pop(each, None)  # the last layer that names an object counts
            objects[each], layer[each] = number, at
            number += 1
        masks.append(mask)
    for each, bit in objects.items():
        masks[layer[each]] |= 1 << bit
    for each, thing in source.things.items():
        if each not in objects:
            source.wrong(thing.line, f"{each.upper()} is in no layer; add it to COLLISIONLAYERS.")
    names = Names(objects, layer, masks)
    _spell_out(source, names)
    _check_properties(source, names)
    _check_aggregates(source, names)
    return names


def _spell_out(source: Source, names: Names) -> None:
    """Replace names of the legend by objects, in the order of the original, in which rules are applied."""
    names.aggregates = {name: list(each.parts) for name, each in source.declared("and").items()}
    names.properties = {name: list(each.parts) for name, each in source.declared("or").items()}
    for name, each in source.declared("=").items():
        [value] = each.parts
        if value in names.aggregates:
            names.aggregates[name] = names.aggregates[value]
        elif value in names.properties:
            names.properties[name] = names.properties[value]
        else:
            names.synonyms[name] = value
    changed = True
    while changed:
        changed = _follow_synonyms(names)
        for among in (names.properties, names.aggregates):
            for values in among.values():
                changed = _replace_parts(values, among, names.synonyms) or changed


def _follow_synonyms(names: Names) -> bool:
    changed = False
    for name, value in list(names.synonyms.items()):
        if value in names.properties:
            del names.synonyms[name]
            names.properties[name] = names.properties[value]
            changed = True
        elif value in names.aggregates:
            del names.synonyms[name]
            names.aggregates[name] = names.aggregates[value]
            changed = True
        elif value in names.synonyms:
            names.synonyms[name] = names.synonyms[value]
    return changed


def _replace_parts(values: list[str], among: Mapping[str, list[str]], synonyms: Mapping[str, str]) -> bool:
    """Replace what stands for others by those, which come to the end. Return whether there was any."""
    changed, at = False, 0
    while at < len(values):
        value = values[at]
        if value in synonyms:
            values[at] = synonyms[value]
            changed = True
        elif value in among:
            del values[at]
            values += [each for each in among[value] if each not in values]
            changed = True
        at += 1
    return changed


def _check_properties(source: Source, names: Names) -> None:
    for meaning in source.declared("or").values():
        for each in meaning.parts:
            if each in names.aggregates:
                source.wrong(
                    meaning.line, f"{each.upper()} is made with AND, which OR cannot join; list its parts."
                )


def _check_aggregates(source: Source, names: Names) -> None:
    for name, meaning in source.declared("and").items():
        used = dict[int, str]()
        for each in names.aggregates[name]:
            if each not in names.layer:
                continue
            if other := used.get(names.layer[each]):
                source.wrong(
                    meaning.line,
                    f"{name.upper()} joins {other.upper()} and {each.upper()}, which share a layer; put one into another.",
                )
            used[names.layer[each]] = each
